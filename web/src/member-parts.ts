import { loadOnce } from './lib/load-once.ts'

/** What the frame has for those who are signed in: nobody else loads it. */
export const memberParts = loadOnce(() => import('./member-frame.tsx').then(({ PARTS }) => PARTS))

/** Reads what the frame shows to a client, as far as it comes soon. */
export const readFrame = (path: string) => import('./member-frame.tsx').then((frame) => frame.readFrame(path))
