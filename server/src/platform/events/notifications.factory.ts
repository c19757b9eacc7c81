import type { LiveEvent } from '@artikul/contract/workspace/notifications'

interface Listening {
  status: number
  body: string
  /** Received events in order. */
  events: LiveEvent[]
  /** Resolves when the stream has ended. */
  ended: Promise<void>
  leave: () => void
}

/** Listens to the events of a server over a real socket. */
export async function listenTo(origin: string, headers: Record<string, string>, lastId?: string): Promise<Listening> {
  const leaving = new AbortController()
  const response = await fetch(`${origin}/api/v1/events`, {
    headers: { ...headers, ...(lastId !== undefined && { 'Last-Event-ID': lastId }) },
    signal: leaving.signal,
  })
  const events: LiveEvent[] = []
  const leave = () => leaving.abort()
  if (response.status !== 200 || !response.body)
    return { status: response.status, body: await response.text(), events, ended: Promise.resolve(), leave }
  const { body } = response
  const follow = async () => {
    let text = ''
    for await (const bytes of body.pipeThrough(new TextDecoderStream())) {
      text += bytes
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const [, data] = /^data: (.*)$/m.exec(frame) ?? []
        if (data !== undefined) events.push(JSON.parse(data) as LiveEvent)
      }
    }
  }
  const ended = follow().catch(() => undefined)
  return { status: 200, body: '', events, ended, leave }
}
