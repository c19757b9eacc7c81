import { loadOnce } from '../lib/api/load-once.ts'

/** Loads the frame parts of signed-in users, which also follow live events. */
export const memberParts = loadOnce(async () => {
  const { beginLive, PARTS } = await import('./member-frame.tsx')
  beginLive()
  return PARTS
})

/** Reads what the frame shows to a client, as far as it comes soon. */
export const readFrame = (path: string) => import('./member-frame.tsx').then((frame) => frame.readMemberFrame(path))
