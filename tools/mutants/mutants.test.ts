import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locate, mutate, readDraw } from './mutant.ts'

const ROOT = join(import.meta.dirname, '../..')

test('draw covers every class of faults and at least sixty mutants', () => {
  const draw = readDraw()
  expect(draw.length).toBeGreaterThanOrEqual(60)
  expect(new Set(draw.map(({ fault }) => fault)).size).toBe(11)
})

test('every mutant of the draw is located in the code and changes it', () => {
  const lost = readDraw().filter((mutant) => {
    const place = locate(ROOT, mutant)
    if (!place) return true
    const text = readFileSync(join(ROOT, place.path), 'utf8')
    return mutate(text, place.site) === text
  })
  expect(lost.map(({ id, within, code }) => `${id}: ${within}: ${code}`)).toEqual([])
})
