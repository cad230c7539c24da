# A local topology with the lab's agents, for the scripts that load it; read by them with `.`, after place.sh.
#   cluster_up WORK PORT SHAPE...   builds release programs, starts the topology in WORK, and two agents beside it
#   cluster_fill USERS              makes accounts and a world, half of them for each agent
# Afterwards `load` is the lab's program, `nodes` the number of application nodes, and `common` the flags that every command
# of the lab takes here. What was started ends with the script, and WORK is removed.
agents=2
# A process has few files (20,000 on many systems) and a user costs a generator up to one and a quarter: two agents. Each has
# one thread, since what wakes threads for a request or two each costs more than the requests. An address has some 28,000
# ports towards the proxy, and a user takes as many as files: several addresses of the loopback.
addresses=$(seq -f '127.0.0.%g' -s , 1 12)
children=()

cluster_end() {
    local child
    for child in "${children[@]}"; do kill -INT "$child" 2>/dev/null && wait "$child" 2>/dev/null; done
    if [ -e "$work/topology/topology.json" ]; then "$load" topology down --folder "$work/topology"; fi
    rm -rf "$work"
}

cluster_up() {
    work=$1 port=$2 url=http://127.0.0.1:$2
    shift 2
    $CARGO build --release --locked -p muster -p muster-load
    ulimit -n "$(ulimit -Hn)"
    load=$TARGET/release/muster-load
    local programs=() script name at places=()
    for script in nats nginx; do
        name=$script; [ "$script" = nats ] && name=nats-server
        programs+=(--program "$name=$("scripts/$script" program)")
    done
    chmod 755 "$work"
    trap cluster_end EXIT
    trap 'exit 130' INT TERM
    # Accounts come by the thousand here, and what their passwords cost is not what is looked for: few rounds of hashing.
    "$load" topology up "$@" --folder "$work/topology" --port "$port" --proxy-workers 5 --proxy-balance caller \
        --set password.hash_rounds=1000 "${programs[@]}"
    for at in $(seq 0 $((agents - 1))); do
        TOKIO_WORKER_THREADS=1 "$load" agent --listen "127.0.0.1:$((port + 100 + at))" >"$work/agent-$at.log" 2>&1 &
        children+=($!)
        places+=("lt$at=http://127.0.0.1:$((port + 100 + at))")
    done
    nodes=$("$load" topology status --folder "$work/topology" | grep -c '^app-')
    export MUSTER_LOAD_ADMIN_PASSWORD=Sys@dmin-sample1
    account=(--url "$url" --admin-login sysadmin@sample.example)
    common=("${account[@]}" --metrics-url "$(seq -f "http://127.0.0.1:%g/metrics" -s , $((port + 30)) $((port + 29 + nodes)))"
        --agents "$(IFS=,; echo "${places[*]}")" --local-addresses "$addresses" --range 15s)
}

cluster_fill() {
    local at
    for at in $(seq 0 $((agents - 1))); do
        "$load" generate "${account[@]}" --even --users $(($1 / agents)) --user-prefix "lt$at" \
            --state "$work/generate-$at.json"
    done
}
