import { documentTitle, headTags, type PageHead, type Site } from '@artikul/contract/site/page-head'
import { useEffect } from 'react'
import { followPortal, getPortal } from './portal.ts'

/** Attribute of generated tags; the server writes it in its first reply too. */
const OWN = 'data-page-meta'

/** Name and address of the portal. */
export function site(): Site {
  const { name, hiddenPages } = getPortal()
  return { productName: name, origin: location.origin, hiddenPages }
}

let ofRoute: PageHead | null = null
let ofData: PageHead | null = null

/** Replaces the tags of the previous page by those of the current one. */
function draw() {
  const head = ofData ?? ofRoute
  if (!head) return
  document.title = documentTitle(head, site())
  for (const tag of document.head.querySelectorAll(`[${OWN}]`)) tag.remove()
  for (const { tag, attributes, text } of headTags(head, site())) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    if (text !== undefined) element.textContent = text
    element.setAttribute(OWN, '')
    document.head.append(element)
  }
}

followPortal(draw)

/** Applies the head described by the route. */
export function applyHead(head: PageHead) {
  ofRoute = head
  draw()
}

/** Head of a page once its data is known; `undefined` uses that of the route. */
export function useHead(head: PageHead | undefined) {
  const headJson = head && JSON.stringify(head)
  useEffect(() => {
    if (headJson === undefined) return
    // The JSON was written a line above.
    const own = JSON.parse(headJson) as PageHead
    ofData = own
    draw()
    return () => {
      if (ofData === own) ofData = null
      draw()
    }
  }, [headJson])
}

/** Sets the title of a page for signed-in users. */
export const useTitle = (title: string) => useHead({ title, robots: 'noindex' })
