import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { session } from '../../lib/session/current-session.ts'
import { confirm } from './confirm.tsx'

/** Asks before leaving a page with unsaved text; returns the function that permits leaving. */
export function useLeaveQuestion(isDirty: boolean): () => void {
  const isLeaving = useRef(false)
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () => {
      if (isLeaving.current || !session.getState().authenticated) return false
      return !(await confirm({ title: 'Уйти без сохранения?', text: 'Введённое пропадёт.' }))
    },
  })
  return () => {
    isLeaving.current = true
  }
}
