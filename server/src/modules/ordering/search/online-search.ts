import type { OnlineEvent } from '@artikul/contract/ordering/search'
import type { Cached } from '../../../platform/cached.ts'
import type { CatalogDirectory } from '../../catalog/index.ts'
import type { OnlineSuppliers, References } from '../../suppliers/index.ts'
import type { OneArticle } from './online-article.ts'
import { groupsOf } from './online-groups.ts'
import type { SearchDeps, Searcher } from './search.ts'

export interface OnlineSearchDeps extends SearchDeps {
  online: Pick<OnlineSuppliers, 'suppliers' | 'ask'>
  references: References
  readDirectory: Cached<CatalogDirectory>
}

/** Streams the list of queried suppliers, then the offers of each as soon as it answers. */
export async function* searchOnline(
  deps: OnlineSearchDeps,
  searcher: Searcher,
  article: OneArticle | null,
  signal: AbortSignal,
): AsyncGenerator<OnlineEvent> {
  const suppliers = article ? await deps.online.suppliers() : []
  const numbers = suppliers.filter(({ state }) => state !== 'paused').map(({ id }) => id)
  yield { kind: 'suppliers', numbers }
  const began = performance.now()
  if (article && numbers.length > 0)
    for await (const answer of deps.online.ask(article, { signal }))
      yield {
        kind: 'offers',
        number: answer.supplierId,
        state: answer.state,
        took_ms: Math.round(performance.now() - began),
        age_ms: answer.ageMs,
        groups: await groupsOf(deps, searcher, article, answer),
      }
  if (!signal.aborted) yield { kind: 'done' }
}
