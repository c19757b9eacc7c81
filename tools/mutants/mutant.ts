import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from './operators.ts'
import { productionFiles, sitesOf } from './sources.ts'

/** Fault of the committed draw. Found by its syntax, so that it survives moves of files and lines. */
export interface Mutant {
  id: string
  fault: string
  module: string
  file: string
  within: string
  code: string
  replacement: string
  /** Index among equal sites of the same declaration, from 0. */
  occurrence: number
}

export const DRAW = join(import.meta.dirname, 'draw.json')
export const readDraw = (): Mutant[] => JSON.parse(readFileSync(DRAW, 'utf8')) as Mutant[]

const withoutSpaces = (code: string) => code.replace(/\s+/g, ' ')

export const isSameSite = (site: Site, other: Pick<Mutant, 'fault' | 'within' | 'code'>) =>
  site.fault === other.fault && site.within === other.within && withoutSpaces(site.code) === withoutSpaces(other.code)

function locateIn(root: string, path: string, mutant: Mutant): Site | undefined {
  return sitesOf(root, path).filter((site) => isSameSite(site, mutant))[mutant.occurrence]
}

/**
 * Locates the mutant in its file, otherwise in the file that its declaration moved to.
 * @returns undefined when no production code matches; the place was rewritten since the draw
 */
export function locate(root: string, mutant: Mutant): { path: string; site: Site } | undefined {
  const own = existsSync(join(root, mutant.file)) ? locateIn(root, mutant.file, mutant) : undefined
  if (own) return { path: mutant.file, site: own }
  for (const path of productionFiles(root)) {
    const site = locateIn(root, path, mutant)
    if (site) return { path, site }
  }
  return undefined
}

/** Applies the fault to the source text. */
export const mutate = (text: string, { start, code, replacement }: Site): string =>
  text.slice(0, start) + replacement + text.slice(start + code.length)
