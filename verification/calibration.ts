import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Processor time of the fixed work below on the reference machine of the limits: 2 cores, Node 26, idle. */
const REFERENCE_MS = 350
/** A thread with a smaller share of a core had to share it. */
const MIN_CORE_SHARE = 0.85

export interface Calibration {
  /** Slowdown compared to the reference machine: 1 is as fast or faster. */
  slowdown: number
  /** True when other programs used processor time. */
  isBusy: boolean
}

const WORK = `
  const { pbkdf2Sync } = require('node:crypto')
  const { parentPort } = require('node:worker_threads')
  const startedAt = performance.now()
  const cpu = process.threadCpuUsage()
  pbkdf2Sync('calibration', 'salt', 400_000, 64, 'sha512')
  const { user, system } = process.threadCpuUsage(cpu)
  parentPort.postMessage({ wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 })
`

const runOnce = () =>
  new Promise<{ wallMs: number; cpuMs: number }>((resolve, reject) => {
    const worker = new Worker(WORK, { eval: true })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** Measures the machine with the same work on every core at once. */
export async function calibrate(): Promise<Calibration> {
  const runs = await Promise.all(Array.from({ length: availableParallelism() }, runOnce))
  const slowest = Math.max(...runs.map(({ cpuMs }) => cpuMs))
  return {
    slowdown: Math.max(1, slowest / REFERENCE_MS),
    isBusy: runs.some(({ wallMs, cpuMs }) => cpuMs / wallMs < MIN_CORE_SHARE),
  }
}

/** Returns the worse of two calibrations, before and after the measurement. */
export const mergeCalibrations = (one: Calibration, other: Calibration): Calibration => ({
  slowdown: Math.max(one.slowdown, other.slowdown),
  isBusy: one.isBusy || other.isBusy,
})
