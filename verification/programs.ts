import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

/** Third-party programs needed by some items, with their Debian packages. `npm test` needs none of them. */
const PROGRAMS = {
  dovecot: { debian: 'dovecot-imapd', paths: ['/usr/sbin/dovecot', '/opt/homebrew/sbin/dovecot'] },
  qpdf: { debian: 'qpdf', paths: [] },
  pdftoppm: { debian: 'poppler-utils', paths: [] },
  xmllint: { debian: 'libxml2-utils', paths: [] },
  haproxy: { debian: 'haproxy', paths: ['/usr/sbin/haproxy'] },
  faketime: { debian: 'faketime', paths: [] },
  sqlmap: { debian: 'sqlmap', paths: [] },
  zzuf: { debian: 'zzuf', paths: [] },
  postgresql: { debian: 'postgresql', paths: ['/usr/lib/postgresql'] },
  pgbackrest: { debian: 'pgbackrest', paths: [] },
  etcd: { debian: 'etcd-server', paths: ['/usr/bin/etcd'] },
  patroni: { debian: 'patroni', paths: ['/usr/bin/patroni'] },
  python3: { debian: 'python3', paths: [] },
  pgbouncer: { debian: 'pgbouncer', paths: ['/usr/sbin/pgbouncer'] },
} as const
export type Program = keyof typeof PROGRAMS

const isInstalled = (program: Program) =>
  PROGRAMS[program].paths.some((path) => existsSync(path)) || spawnSync('which', [program]).status === 0

export const findMissing = (programs: readonly Program[]) => programs.filter((program) => !isInstalled(program))

export const formatPackages = (programs: readonly Program[]) =>
  programs.map((program) => PROGRAMS[program].debian).join(' ')

/** Installs Debian packages. @returns the programs that are still missing */
export function install(programs: readonly Program[]): Program[] {
  if (userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) return [...programs]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const names = programs.map((program) => PROGRAMS[program].debian)
  console.log(`Installing ${names.join(', ')}…`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  for (const name of names) spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'inherit', env })
  return findMissing(programs)
}
