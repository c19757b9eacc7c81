import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const PageScripts = z.object({
  pages: z.array(z.object({ path: z.string(), isForMembers: z.boolean(), scripts: z.array(z.string()) })),
  ofFrame: z.array(z.string()),
})

const tagFor = (path: string) =>
  path.endsWith('.woff2')
    ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">`
    : `<link rel="modulepreload" crossorigin href="${path}">`
const tagsFor = (files: string[]) => [...new Set(files)].map(tagFor).join('')

/** A static path precedes one with a variable: `/orders/new` before `/orders/$id`. */
const variablesIn = (path: string) => path.split('$').length

/** @param cookies cookies of the request: they show whether somebody is signed in, not who */
export const isSignedIn = (cookies = '') => /(^|; )is_authenticated=true(;|$)/.test(cookies)

/**
 * Reads the preload tags of each page: otherwise the browser discovers the files only after the first script has run.
 * They come from `pages.json` of the web build; without it there are none.
 */
export async function readPageScripts(root: string) {
  const text = await readFile(join(root, 'pages.json'), 'utf8').catch(() => '{"pages":[],"ofFrame":[]}')
  const { pages, ofFrame } = PageScripts.parse(JSON.parse(text))
  const known = pages
    .toSorted((a, b) => variablesIn(a.path) - variablesIn(b.path))
    .map(({ path, isForMembers, scripts }) => ({
      pattern: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`),
      forStranger: isForMembers ? '' : tagsFor(scripts),
      forMember: tagsFor([...ofFrame, ...scripts]),
    }))
  const ofFrameAlone = tagsFor(ofFrame)
  return (path: string, cookies = ''): string => {
    const page = known.find(({ pattern }) => pattern.test(path))
    return (isSignedIn(cookies) ? (page?.forMember ?? ofFrameAlone) : page?.forStranger) ?? ''
  }
}
