const SHORTEST_MS = 2000
const LONGEST_MS = 30_000
/** A quick return means that the reload failed although the server answers. */
const IN_VAIN_MS = 60_000
const LEFT = 'offline.left'

interface Waiting {
  isThere: () => Promise<boolean>
  /** To the address that was asked for. */
  leave: () => void
  onAsk: (state: 'asking' | 'away') => void
}

interface Left {
  at: number
  /** How many times one after another. */
  times: number
}

function readLeft(): Left {
  const [at = 0, times = 0] = (sessionStorage.getItem(LEFT) ?? '').split(' ').map(Number)
  return Date.now() - at < IN_VAIN_MS ? { at, times } : { at: 0, times: 0 }
}

/**
 * Leaves when the server answers: asked every few seconds, at once when the network is back. Once it was left in vain the
 * pauses before it is asked again grow, so that the page is never loaded in a circle.
 * @returns asks at once, for the person who presses the button
 */
export function waitForServer({ isThere, leave, onAsk }: Waiting): () => Promise<void> {
  const left = readLeft()
  const notBefore = left.times === 0 ? 0 : Date.now() + Math.min(SHORTEST_MS * 2 ** left.times, IN_VAIN_MS / 2)
  let pause = SHORTEST_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false

  async function ask() {
    if (isBusy) return
    isBusy = true
    clearTimeout(timer)
    onAsk('asking')
    if (await isThere().catch(() => false)) {
      sessionStorage.setItem(LEFT, `${Date.now()} ${left.times + 1}`)
      leave()
      return
    }
    isBusy = false
    onAsk('away')
    plan(pause)
    pause = Math.min(pause * 2, LONGEST_MS)
  }
  function plan(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), Math.max(ms, notBefore - Date.now()))
  }
  const hurry = () => {
    pause = SHORTEST_MS
    if (!isBusy) plan(0)
  }
  plan(pause)
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) hurry()
  })
  return ask
}
