import { readdirSync, readFileSync } from 'node:fs'
import type { Sql } from '@artikul/server/db'

const TICKS_PER_MS = 100 / 1000

interface Stat {
  pid: number
  parent: number
  ticks: number
}

/** Reads user and system time of a process from /proc. */
function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // Includes the time of ended children, so an exit of a process does not reduce the total.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid, parent: Number(fields[1]), ticks }
  } catch {
    return undefined
  }
}

/** Sums the CPU milliseconds spent so far by the processes and all their children. */
export function cpuMilliseconds(roots: number[]): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
  const family = new Set(roots)
  for (let grew = true; grew;) {
    const before = family.size
    for (const stat of all) if (family.has(stat.parent)) family.add(stat.pid)
    grew = family.size > before
  }
  return all.filter((stat) => family.has(stat.pid)).reduce((sum, stat) => sum + stat.ticks, 0) / TICKS_PER_MS
}

/** Finds the process whose children serve the connections of a database. */
export async function postmasterOf(sql: Sql): Promise<number> {
  const rows = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`
  return Number(readFileSync(`${rows[0]?.folder ?? ''}/postmaster.pid`, 'utf8').split('\n', 1)[0])
}
