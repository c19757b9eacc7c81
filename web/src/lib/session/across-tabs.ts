type News = 'signed-out' | 'identity' | 'contractor'

/** Absent on plain http away from this machine: then every tab is for itself. */
const locks = (navigator as { locks?: LockManager | null }).locks ?? null

/** Work that only one tab of the browser may do at a time. */
export const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  locks ? locks.request('artikul-session', work) : work()

const CHANNEL = 'artikul-session'
let channel: BroadcastChannel | undefined

const openChannel = () => (channel ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined)

/** Tells the other tabs what has happened to the session that all of them share. */
export const notifyTabs = (news: News) => openChannel()?.postMessage(news)

/** The page has one session, so the last listener is the only one. */
export function onTabNews(listen: (news: News) => void) {
  const opened = openChannel()
  if (opened) opened.onmessage = ({ data }: MessageEvent<News>) => listen(data)
}
