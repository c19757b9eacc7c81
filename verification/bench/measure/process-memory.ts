import { readFile } from 'node:fs/promises'

async function megabytes(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
}

/** Returns the peak memory of a process in megabytes; 0 when it is gone. */
export const peakMb = (pid: number): Promise<number> => megabytes(pid, 'VmHWM')

/** Returns the present memory of a process in megabytes; 0 when it is gone. */
export const residentMb = (pid: number): Promise<number> => megabytes(pid, 'VmRSS')
