import client from '../../../../../docs/guide/client.md?raw'
import manager from '../../../../../docs/guide/manager.md?raw'
import { linkPages } from '../../../lib/text/guide-links.ts'

const PICTURES = import.meta.glob<string>('../../../../../docs/guide/pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Paragraphs and pictures of a topic, in order. */
export type GuidePart = { text: string } | { picture: string; caption: string }

export interface Topic {
  title: string
  parts: readonly GuidePart[]
}

const PICTURE = /^!\[(.*)\]\((pictures\/.+)\)$/

const pictureOf = (path: string) => PICTURES[`../../../../../docs/guide/${path}`] ?? ''

function partOf(block: string): GuidePart {
  const [, caption = '', path = ''] = PICTURE.exec(block.trim()) ?? []
  return path === '' ? { text: linkPages(block) } : { picture: pictureOf(path), caption }
}

/** Divides a guide by its headings; the introduction above the first one is left out. */
const topicsOf = (guide: string): Topic[] =>
  guide
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return { title: title.trim(), parts: lines.join('\n').trim().split(/\n\n+/).map(partOf) }
    })

export const GUIDES = { client: topicsOf(client), staff: topicsOf(manager) }
