import { loadOnce } from '../lib/api/load-once.ts'

/** Loads the frame parts of signed-in users, which also follow live events. */
export const memberParts = loadOnce(async () => {
  const { beginLive, PARTS } = await import('./member-frame.tsx')
  beginLive()
  return PARTS
})

/** Prefetches the client's data in the frame, waiting for quick replies only. */
export const readFrame = (path: string) => import('./member-frame.tsx').then((frame) => frame.readMemberFrame(path))
