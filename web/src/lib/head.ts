import type { PageMeta } from './page-meta.ts'
import { productName } from './product.ts'

const OWN = 'data-page-meta'

/** The tags of the page that is left go, those of the page that is opened come. */
export function applyHead(page: PageMeta) {
  document.title = `${page.title} | ${productName}`
  for (const tag of document.head.querySelectorAll(`meta[${OWN}]`)) tag.remove()
  const metas = { description: page.description, robots: page.robots ?? (page.requiresAuth ? 'noindex' : undefined) }
  for (const [name, content] of Object.entries(metas)) {
    if (!content) continue
    const tag = document.createElement('meta')
    tag.name = name
    tag.content = content
    tag.setAttribute(OWN, '')
    document.head.append(tag)
  }
}
