import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '@artikul/contract/core/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTimeout } from '../../server/src/platform/with-timeout.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { hasRealFiles, mutate, wholeFiles, type WholeFile } from './support/mutated-files.factory.ts'
import { serverOn } from './support/order-load.factory.ts'
import {
  buildUploadPlaces,
  acceptsUpload,
  type UploadPlace,
} from '../../server/src/testing/files/upload-places.factory.ts'
import { createSender, leftIn, watchServer, type Answer, type Sender } from './support/upload-watch.factory.ts'

const MAX_MS = 30 * 60_000

const folder = mkdtempSync(join(tmpdir(), 'mutated-'))
const temporary = join(folder, 'tmp')
mkdirSync(temporary)
const test_ = useTestApp()
const server = serverOn(3624, { TMPDIR: temporary, DATA_DIR: join(folder, 'data') })
let places: UploadPlace[]
let files: WholeFile[]
let sender: Sender
let watch: ReturnType<typeof watchServer>
const seen = { uploads: 0, read: 0, slowest: 0 }

beforeAll(startServer, 120_000)
afterAll(stopAndRemove)

describe('guarantee 23: files with flipped bits', () => {
  test(
    'are read or refused without a crash, leftover files or memory growth',
    async () => {
      // The first read compiles code and starts the reading threads.
      for (const { kind, bytesFor } of files)
        for (const place of places.filter(acceptsUpload(kind)).slice(0, 2))
          await send(place, await bytesFor(place.table ?? []), 'a whole file')
      const first = watch.resident()
      Object.assign(seen, { uploads: 0, read: 0, slowest: 0 })
      for (let seed = 0; seed < MUTANTS; seed += 1)
        for (const [at, { name, kind, bytesFor }] of files.entries()) {
          const own = places.filter(acceptsUpload(kind))
          const place = own[(seed + at) % own.length] ?? expect.fail()
          const bytes = await bytesFor(place.table ?? [])
          await send(place, mutate(bytes, seed), `${place.route} of ${name}, seed ${seed}`)
        }
      const growth = watch.resident() - first
      reportFigure(
        23,
        `${seen.uploads} испорченных файлов (zzuf; ${files.length} исходных): прочитано ${seen.read}, прочие отвергнуты, ` +
          `дольше всего ${(seen.slowest / 1000).toFixed(1)} с, память +${Math.max(0, growth).toFixed(0)} МБ, временных файлов ${leftIn(temporary).length}`,
      )
      expect(server.isAlive()).toBe(true)
      expect(leftIn(temporary)).toEqual([])
      reportMeasured('23-mutated', {
        measured: 'memory growth after all mutated files',
        value: growth,
        limit: MAX_GROWTH_MB,
        unit: 'MB',
      })
      reportMeasured('23-mutated', {
        measured: 'slowest mutated file',
        value: seen.slowest,
        limit: HUNG_MS,
        unit: 'ms',
      })
    },
    MAX_MS,
  )
})

async function startServer() {
  if (!hasRealFiles) process.stderr.write('Чужих файлов рядом с проектом нет: портятся только свои.\n')
  const built = await buildUploadPlaces(test_)
  places = built.places
  files = wholeFiles(MAX_BYTES)
  server.start(test_.databaseUrl)
  await server.untilReady()
  sender = await createSender(server.origin, built.people)
  watch = watchServer(server.origin, server.pid)
}

async function stopAndRemove() {
  await watch.end()
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** Mutants per file, each sent to one place for its kind in rotation. */
const MUTANTS = Number(process.env['MUTANTS'] ?? 12)
/** Larger ones take seconds each. */
const MAX_BYTES = Infinity
const MAX_GROWTH_MB = 300
/** The server gives up on a file sooner; a longer call has hung. */
const HUNG_MS = 60_000

/** Checks that a file was read or refused by a code of the catalogue. */
function expectAnswer({ status, text }: Answer, where: string) {
  expect([200, 201, 400, 409, 413, 415, 422], `${where}: ${text.slice(0, 300)}`).toContain(status)
  if (status < 400) seen.read += 1
  else expect(Problem.parse(JSON.parse(text)).status).toBe(status)
}

async function send(place: UploadPlace, bytes: Buffer, where: string) {
  const answer = await withTimeout(sender.upload(place, bytes), HUNG_MS, () => new Error(`${where} hangs`))
  seen.uploads += 1
  seen.slowest = Math.max(seen.slowest, answer.tookMs)
  expectAnswer(answer, where)
  if (place.route !== 'priceLists.upload' || answer.status !== 201) return
  const { state, failure } = await withTimeout(sender.job(answer), HUNG_MS, () => new Error(`${where} hangs`))
  expect(state, `${where}: ${failure}`).not.toMatch(/queued|running/)
}
