import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { DRAW, isSameSite, type Mutant } from './mutant.ts'
import { FAULT_CLASSES, type Site } from './operators.ts'
import { productionFiles, sitesOf } from './sources.ts'

/**
 * `node tools/mutants/draw.ts`: draws mutants over a grid of modules and fault classes and writes `draw.json`. The same
 * seed and the same code draw the same mutants.
 */
const SEED = 33
const PER_CLASS = 7
const ROOT = join(import.meta.dirname, '../..')

interface Found {
  module: string
  path: string
  site: Site
  occurrence: number
}

/**
 * `server/src/modules/fulfilment/claims/…` → `server/claims`; a contract file or a migration is a module of its own.
 */
function moduleOf(path: string): string {
  const [, side, folder] = /^(server|web)\/src\/(?:modules|features)\/([^/]+)/.exec(path) ?? []
  return side && folder ? `${side}/${folder}` : path
}

function findAll(): Found[] {
  return productionFiles(ROOT).flatMap((path) => {
    const sites = sitesOf(ROOT, path)
    return sites.map((site, index) => ({
      module: moduleOf(path),
      path,
      site,
      occurrence: sites.slice(0, index).filter((other) => isSameSite(other, site)).length,
    }))
  })
}

function shuffle<T>(values: readonly T[], seed: number): T[] {
  const arbitrary = fc.shuffledSubarray([...values], { minLength: values.length })
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] ?? []
}

/** Draws one site of each module in a shuffled order of modules, a second one only after every module has one. */
function drawClass(found: readonly Found[], seed: number): Found[] {
  const byModule = Object.values(Object.groupBy(shuffle(found, seed), ({ module }) => module))
  const rounds = shuffle(byModule, seed + 1).flatMap((sites) => (sites ?? []).map((site, round) => ({ site, round })))
  return rounds
    .toSorted((one, other) => one.round - other.round)
    .slice(0, PER_CLASS)
    .map(({ site }) => site)
}

const all = findAll()
const mutants = FAULT_CLASSES.flatMap((fault, index): Mutant[] => {
  const sites = all.filter(({ site }) => site.fault === fault)
  const modules = new Set(sites.map(({ module }) => module)).size
  console.log(`${fault}: ${sites.length} sites in ${modules} modules`)
  return drawClass(sites, SEED + index).map(({ module, path, site, occurrence }, number) => ({
    id: `${fault}-${number + 1}`,
    fault,
    module,
    file: path,
    within: site.within,
    code: site.code,
    replacement: site.replacement,
    occurrence,
  }))
})
writeFileSync(DRAW, `${JSON.stringify(mutants, null, 2)}\n`)
console.log(`${mutants.length} mutants drawn`)
