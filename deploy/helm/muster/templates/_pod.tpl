{{/* A pod with a node in it; `root` is the chart's scope, `jobs` says that the node is for background work alone. */}}
{{- define "muster.pod" -}}
{{- $jobs := .jobs -}}
{{- with .root -}}
{{- $clustered := include "muster.clustered" . -}}
{{- $selector := ternary "muster.jobs.selector" "muster.selector" $jobs -}}
metadata:
  labels: {{- include (ternary "muster.jobs.labels" "muster.labels" $jobs) . | nindent 4 }}
  {{- with .Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
  automountServiceAccountToken: false
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    seccompProfile: {type: RuntimeDefault}
  containers:
    - name: muster
      image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [serve, --data, /data{{ if $jobs }}, --jobs-only{{ end }}]
      ports:
        - {name: http, containerPort: 8065}
        - {name: metrics, containerPort: 8067}
      env:
        - {name: MUSTER_SERVICE_LISTEN, value: ":8065"}
        - {name: MUSTER_METRICS_LISTEN, value: ":8067"}
        - {name: MUSTER_SERVICE_SITE_URL, value: {{ .Values.siteUrl | quote }}}
        {{- if $clustered }}
        - name: MUSTER_CLUSTER_NODE_NAME
          valueFrom: {fieldRef: {fieldPath: metadata.name}}
        {{- end }}
        {{- if and (gt (int .Values.jobs.replicaCount) 0) (not $jobs) }}
        - {name: MUSTER_JOBS_RUN, value: "false"}
        {{- end }}
        {{- range $section, $fields := .Values.config }}
        {{- range $name, $value := $fields }}
        - {name: {{ printf "MUSTER_%s_%s" $section $name | upper }}, value: {{ include "muster.setting" $value | quote }}}
        {{- end }}
        {{- end }}
      {{- with .Values.existingSecret }}
      envFrom:
        - secretRef: {name: {{ . }}}
      {{- end }}
      # Up means that it answers; what it stands on may come back without a restart.
      startupProbe:
        httpGet: {path: /api/v4/system/ping, port: http}
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: {path: /api/v4/system/ping, port: http}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 3
      readinessProbe:
        httpGet: {path: /api/v4/system/ping, port: http}
        # A node that hangs gets no more requests after 3 s: a period and two questions.
        periodSeconds: 1
        timeoutSeconds: 1
        failureThreshold: 2
      lifecycle:
        preStop:
          sleep: {seconds: {{ .Values.preStopSeconds }}}
      resources: {{- toYaml (ternary .Values.jobs.resources .Values.resources $jobs) | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
      volumeMounts:
        - {name: data, mountPath: /data}
        - {name: tmp, mountPath: /tmp}
  volumes:
    - name: tmp
      emptyDir: {}
    - name: data
      {{- if and .Values.persistence.enabled (not $clustered) }}
      persistentVolumeClaim: {claimName: {{ include "muster.name" . }}}
      {{- else }}
      emptyDir: {}
      {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $clustered }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include $selector . | nindent 10 }}
  {{- end }}
{{- end }}
{{- end -}}
