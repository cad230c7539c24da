{{- define "muster.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "muster.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* Another name, so that no request of the service reaches a node for jobs alone. */}}
{{- define "muster.jobs.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-jobs
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "muster.labels" -}}
{{ include "muster.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "muster.jobs.labels" -}}
{{ include "muster.jobs.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- /* A setting as the server reads it: without this, 104857600 of a file would be 1.048576e+08, as helm has all numbers
of files as floats, and a list would be in brackets. */}}
{{- define "muster.setting" -}}
{{- if kindIs "slice" . -}}
{{- join "," . -}}
{{- else if and (kindIs "float64" .) (eq (floor .) .) -}}
{{- int64 . -}}
{{- else -}}
{{- toString . -}}
{{- end -}}
{{- end -}}

{{- define "muster.clustered" -}}
{{- $nodes := add (int .Values.replicaCount) (int .Values.jobs.replicaCount) -}}
{{- if or .Values.autoscaling.enabled (gt (int $nodes) 1) -}}yes{{- end -}}
{{- end -}}

{{- define "muster.check" -}}
{{- if include "muster.clustered" . -}}
{{- $sql := .Values.config.sql | default dict -}}
{{- $cluster := .Values.config.cluster | default dict -}}
{{- $files := .Values.config.files | default dict -}}
{{- if ne (get $sql "driver" | default "sqlite") "postgres" -}}
{{- fail "several nodes need config.sql.driver=postgres" -}}
{{- end -}}
{{- if not (get $cluster "enable") -}}
{{- fail "several nodes need config.cluster.enable=true and config.cluster.bus_url" -}}
{{- end -}}
{{- if ne (get $files "driver" | default "local") "amazons3" -}}
{{- fail "several nodes need config.files.driver=amazons3: pods share no folder" -}}
{{- end -}}
{{- end -}}
{{- end -}}
