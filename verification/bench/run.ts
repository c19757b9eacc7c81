import { StartError } from '@artikul/server/config'

/** Result of a scenario: the figure and a baseline of the same run. */
export interface Result {
  name: string
  figure: number
  unit: string
  baseline: number
  ratio: number
  [detail: string]: unknown
}

const SCENARIOS: Record<string, () => Promise<{ run: (args: string[]) => Promise<Result> }>> = {
  search: () => import('./search.ts'),
  'search-log': () => import('./search-log.ts'),
  'api-keys': () => import('./api-keys.ts'),
  conditions: () => import('./conditions.ts'),
  import: () => import('./import.ts'),
  'one-c': () => import('./one-c.ts'),
  busy: () => import('./busy.ts'),
  regroup: () => import('./regroup.ts'),
  reimport: () => import('./reimport.ts'),
  order: () => import('./order.ts'),
  list: () => import('./list.ts'),
  'price-file': () => import('./price-file.ts'),
  screen: () => import('./screen.ts'),
  buyer: () => import('./buyer.ts'),
  words: () => import('./words.ts'),
  web: () => import('./web.ts'),
  companies: () => import('./companies.ts'),
  orders: () => import('./orders.ts'),
  suppliers: () => import('./suppliers.ts'),
  live: () => import('./live.ts'),
  papers: () => import('./papers.ts'),
  nodes: () => import('./nodes.ts'),
}

const name = process.argv[2] ?? ''
const load = SCENARIOS[name]
if (!load) {
  console.error(`Какой замер: npm run bench -- ${Object.keys(SCENARIOS).join(' | ')}`)
  process.exit(2)
}
try {
  const { run } = await load()
  // The last line of standard output is the result; everything else goes to standard error.
  console.log(JSON.stringify(await run(process.argv.slice(3))))
  process.exit(0)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
