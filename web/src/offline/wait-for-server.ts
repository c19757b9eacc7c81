const SHORTEST_MS = 2000
const LONGEST_MS = 30_000
/** A quick return means that the reload failed although the server answers. */
const IN_VAIN_MS = 60_000
const LEFT = 'offline.left'

interface WaitOptions {
  isThere: () => Promise<boolean>
  /** Navigates to the requested address. */
  leave: () => void
  onAsk: (state: 'asking' | 'away') => void
}

interface Left {
  at: number
  /** Number of consecutive times. */
  times: number
}

function readLeft(): Left {
  const [at = 0, times = 0] = (sessionStorage.getItem(LEFT) ?? '').split(' ').map(Number)
  return Date.now() - at < IN_VAIN_MS ? { at, times } : { at: 0, times: 0 }
}

/**
 * Leaves the page when the server answers: polls every few seconds, and at once when the network returns. After an
 * unsuccessful attempt the pauses grow, so that the page does not reload in a loop.
 * @returns a function that checks at once, for the button
 */
export function waitForServer({ isThere, leave, onAsk }: WaitOptions): () => Promise<void> {
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
