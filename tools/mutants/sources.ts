import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSites, type Site } from './operators.ts'

const PRODUCTION = ['contract/src/**/*.ts', 'server/src/**/*.ts', 'server/migrations/*.sql', 'web/src/**/*.{ts,tsx}']
const NOT_PRODUCTION =
  /\.(test|factory|data|worker|generated)\.tsx?$|\/(testing|demo|simulator|guarantees|verify|bad-inputs|scenarios)\//

/** Paths of the code that mutants may change, relative to the root. */
export const productionFiles = (root: string): string[] =>
  PRODUCTION.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((path) => !NOT_PRODUCTION.test(path))

export const sitesOf = (root: string, path: string): Site[] => findSites(path, readFileSync(join(root, path), 'utf8'))
