type News = 'signed-out' | 'identity' | 'contractor'

/** Undefined on plain http other than localhost: every tab then works on its own. */
const locks = (navigator as { locks?: LockManager | null }).locks ?? null

/** Runs work in only one tab of the browser at a time. */
export const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  locks ? locks.request('artikul-session', work) : work()

const CHANNEL = 'artikul-session'
let channel: BroadcastChannel | undefined

const openChannel = () => (channel ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined)

/** Notifies the other tabs of a change of the shared session. */
export const notifyTabs = (news: News) => openChannel()?.postMessage(news)

/** The page has one session, so the last listener is the only one. */
export function onTabNews(listen: (news: News) => void) {
  const opened = openChannel()
  if (opened) opened.onmessage = ({ data }: MessageEvent<News>) => listen(data)
}
