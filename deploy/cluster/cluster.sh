#!/bin/bash
# Three etcd, three PostgreSQL under Patroni, HAProxy, PgBouncer and two nodes of the portal on one Debian machine, to see
# what a failure does. Passwords are for this machine alone: everything listens on 127.0.0.1.
#   cluster.sh up FOLDER | app FOLDER N | status FOLDER | leader | down FOLDER
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
COMMAND=${1:-} DIR=${2:-}
NODES='1 2 3'
PG=/usr/lib/postgresql/15/bin

# Not runuser: it stays in between, and stops for good when its child is paused.
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
fill() { sed -e "s#@DIR@#$DIR#g" -e "s#@N@#${2:-}#g" "$HERE/$1"; }
wait_for() { # seconds, what is waited for, command…
  local left=$1 what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { echo "Не дождались: $what" >&2; exit 1; }
    sleep 1
  done
}
role_of() { curl -s -m 1 -o /dev/null -w '%{http_code}' "http://127.0.0.1:$18008/$2" || true; }
leader() { for n in $NODES; do [ "$(role_of "$n" primary)" = 200 ] && echo "$n" && return; done; return 1; }
is_whole() { [ "$(patronictl -c "$DIR/p1.yml" list 2>/dev/null | grep -cE 'running|streaming')" = 3 ] && patronictl -c "$DIR/p1.yml" list | grep -q 'Sync Standby'; }

need() {
  for program in etcd patroni haproxy pgbouncer "$PG/postgres" curl; do
    command -v "$program" >/dev/null || {
      echo "Нет $program. Нужны пакеты: postgresql-15 patroni etcd-server etcd-client haproxy pgbouncer python3-etcd python3-psycopg2 curl" >&2
      exit 2
    }
  done
}

start_etcd() {
  local all=e1=http://127.0.0.1:12380,e2=http://127.0.0.1:22380,e3=http://127.0.0.1:32380
  as_postgres setsid etcd --name "e$1" --data-dir "$DIR/etcd$1" --enable-v2=true \
    --listen-peer-urls "http://127.0.0.1:$1""2380" --initial-advertise-peer-urls "http://127.0.0.1:$1""2380" \
    --listen-client-urls "http://127.0.0.1:$1""2379" --advertise-client-urls "http://127.0.0.1:$1""2379" \
    --initial-cluster "$all" --initial-cluster-state new --initial-cluster-token artikul \
    --heartbeat-interval 200 --election-timeout 2000 --logger zap --log-outputs "$DIR/etcd$1.log" >/dev/null 2>&1 &
  sleep 0.1
  pgrep -f -- "etcd --name e$1 --data-dir $DIR/" | tail -1 >"$DIR/etcd$1.pid"
}

start_patroni() {
  as_postgres setsid /usr/bin/patroni "$DIR/p$1.yml" >>"$DIR/patroni$1.log" 2>&1 &
  sleep 0.3
  pgrep -f -- "/usr/bin/patroni $DIR/p$1.yml" | tail -1 >"$DIR/patroni$1.pid"
}

# Each by itself, whichever of them leads.
replicas() { printf 'postgres://artikul_web:web@127.0.0.1:%s5432/artikul\n' $NODES | paste -sd,; }

start_app() {
  local port=$((15080 + $1))
  PORT=$port HOST=127.0.0.1 NODE_ENV=production TRUST_PROXY=on DRAIN_SECONDS=2 PUBLIC_ORIGIN=http://127.0.0.1:15080 \
    AUTH_SECRET=${AUTH_SECRET:-the-secret-of-a-cluster-on-one-machine} DATA_DIR="$DIR/files" \
    DATABASE_URL=postgres://artikul_web:web@127.0.0.1:16432/artikul PREPARE_STATEMENTS=off \
    DATABASE_REPLICA_URL="$(replicas)" \
    DATABASE_DIRECT_URL=postgres://artikul:owner@127.0.0.1:15000/artikul DATABASE_POOL=${DATABASE_POOL:-10} \
    setsid "$ROOT/node_modules/.bin/node" --max-semi-space-size=16 --heap-growing-percent=40 \
    "$ROOT/server/src/start.ts" >>"$DIR/app$1.log" 2>&1 &
  echo $! >"$DIR/app$1.pid"
}

up() {
  need
  [ ! -e "$DIR/p1.yml" ] || { echo "В $DIR уже есть кластер: cluster.sh down $DIR" >&2; exit 1; }
  mkdir -p "$DIR/files"
  for n in $NODES; do fill patroni.yml.in "$n" >"$DIR/p$n.yml"; done
  fill haproxy.cfg >"$DIR/haproxy.cfg"
  fill pgbouncer.ini >"$DIR/pgbouncer.ini"
  sed 's/$/\r/' "$HERE/503.http" >"$DIR/503.http"
  printf '"artikul_web" "web"\n' >"$DIR/pgbouncer.users"
  chown -R postgres: "$DIR"
  for n in $NODES; do start_etcd "$n"; done
  wait_for 20 etcd curl -sf -m 1 http://127.0.0.1:12379/health
  start_patroni 1
  wait_for 60 'первый узел базы' leader
  start_patroni 2
  start_patroni 3
  as_postgres haproxy -f "$DIR/haproxy.cfg" -p "$DIR/haproxy.pid" -D
  wait_for 90 'три узла базы' is_whole
  wait_for 20 'ведущий узел за HAProxy' env PGPASSWORD=super psql -h 127.0.0.1 -p 15000 -U postgres -c 'select 1'
  PGPASSWORD=super psql -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p 15000 -U postgres -f "$HERE/roles.sql"
  as_postgres pgbouncer -q -d "$DIR/pgbouncer.ini"
  for n in 1 2; do
    start_app "$n"
    wait_for 90 "узел портала $n" curl -sf -m 2 "http://127.0.0.1:$((15080 + n))/health/ready"
  done
  wait_for 20 'портал за HAProxy' curl -sf -m 2 -H 'Host: 127.0.0.1:15080' http://127.0.0.1:15080/health/ready
  echo 'http://127.0.0.1:15080/'
}

stop_by() { # name of a pid file, seconds until it is killed
  local file="$DIR/$1.pid" pid
  [ -s "$file" ] || return 0
  pid=$(head -1 "$file")
  kill -CONT "$pid" 2>/dev/null || true
  kill "$pid" 2>/dev/null || true
  for _ in $(seq 1 $((${2:-10} * 5))); do kill -0 "$pid" 2>/dev/null || break; sleep 0.2; done
  kill -9 "$pid" 2>/dev/null || true
  rm -f "$file"
}

down() {
  for name in app1 app2 pgbouncer haproxy; do stop_by "$name" 12; done
  for n in $NODES; do stop_by "patroni$n" 20; done
  for n in $NODES; do
    [ -s "$DIR/data$n/postmaster.pid" ] && kill -9 "$(head -1 "$DIR/data$n/postmaster.pid")" 2>/dev/null || true
  done
  for n in $NODES; do stop_by "etcd$n" 15; done
}

case $COMMAND in
  up) up ;;
  down) down ;;
  app) start_app "$3" ;;
  etcd) start_etcd "$3" ;;
  patroni) start_patroni "$3" ;;
  leader) leader ;;
  status) timeout 8 patronictl -c "$DIR/p1.yml" list ;;
  *) sed -n '2,4p' "$0"; exit 1 ;;
esac
