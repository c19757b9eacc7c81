import { documentTitle, headTags, type PageHead, type Site } from '@artikul/contract/site/page-head'
import { useEffect } from 'react'
import { productName } from '../queries/product.ts'

/** By this mark the server writes the tags of its first answer too. */
const OWN = 'data-page-meta'

/** What addresses of pages begin with. */
export const site = (): Site => ({ productName, origin: location.origin })

let ofRoute: PageHead | null = null
let ofData: PageHead | null = null

/** The tags of the page that is left go, those of the page that is opened come. */
function draw() {
  const head = ofData ?? ofRoute
  if (!head) return
  document.title = documentTitle(head, { productName })
  for (const tag of document.head.querySelectorAll(`[${OWN}]`)) tag.remove()
  for (const { tag, attributes, text } of headTags(head, site())) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    if (text !== undefined) element.textContent = text
    element.setAttribute(OWN, '')
    document.head.append(element)
  }
}

/** What the route says of its page. */
export function applyHead(head: PageHead) {
  ofRoute = head
  draw()
}

/** What a page tells of itself once it knows what it shows; undefined: what its route says. */
export function useHead(head: PageHead | undefined) {
  const told = head && JSON.stringify(head)
  useEffect(() => {
    if (told === undefined) return
    // Of our own making a line above.
    const own = JSON.parse(told) as PageHead
    ofData = own
    draw()
    return () => {
      if (ofData === own) ofData = null
      draw()
    }
  }, [told])
}

/** The name of the thing that a page for signed-in people shows. */
export const useTitle = (title: string) => useHead({ title, robots: 'noindex' })
