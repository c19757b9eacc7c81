import { searchRoutes } from '@artikul/contract/ordering/search'
import { useEffect, useReducer, useState } from 'react'
import { follow } from '../../../../lib/api/call.ts'
import { hearOnline, NO_MESSAGE } from './online-offers.ts'

/** Offers that arrive earlier are drawn at once; later ones wait for a press. */
const FIRST_DRAWN_MS = 1000

interface OnlineQuery {
  q: string
  maker: number | undefined
  consigneeId: number | undefined
  /** False: no supplier is queried. */
  isAsked: boolean
}

/** Streams offers of online suppliers; leaving the page ends the stream. */
export function useOnlineOffers({ q, maker, consigneeId, isAsked }: OnlineQuery) {
  const [online, dispatch] = useReducer(hearOnline, NO_MESSAGE)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isAsked) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    dispatch({ kind: 'begin' })
    const timer = setTimeout(() => dispatch({ kind: 'due' }), FIRST_DRAWN_MS)
    const query = {
      q,
      ...(maker && { brand: String(maker) }),
      ...(consigneeId && { consignee_id: String(consigneeId) }),
    }
    const listen = async () => {
      for await (const event of follow(searchRoutes.online, { query, signal })) if (!signal.aborted) dispatch(event)
    }
    listen()
      // The error is ignored, because a broken stream shows a retry button.
      .catch(() => undefined)
      .finally(() => !signal.aborted && dispatch({ kind: 'ended' }))
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [q, maker, consigneeId, isAsked, attempt])
  return {
    online,
    askAgain: () => setAttempt((count) => count + 1),
    showLater: () => dispatch({ kind: 'show' }),
  }
}
