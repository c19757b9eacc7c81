import type { CountDifferenceKind, Differences } from '@artikul/contract/fulfilment/new-claim'
import type { ShipmentLine } from '@artikul/contract/fulfilment/shipments'
import { useState } from 'react'
import { quantity } from '../../../lib/text/format.ts'
import type { ScanMessage } from '../../../ui/files/count-scan.tsx'
import * as draft from './count-draft.ts'

/** State of counting a parcel, in memory until it is sent. */
export function useCount(lines: readonly ShipmentLine[]) {
  const [counts, setCounts] = useState<draft.CountedLines>({})
  const [evidence, setEvidence] = useState<Partial<Record<CountDifferenceKind, draft.Evidence>>>({})
  const [scanMessage, setScanMessage] = useState<ScanMessage | null>(null)
  const [sending, setSending] = useState(0)
  const [unproved, setUnproved] = useState<readonly CountDifferenceKind[]>([])
  const found = draft.differencesOf(lines, counts)
  const evidenceOf = (kind: CountDifferenceKind) => evidence[kind] ?? draft.evidenceOf(kind)
  const setCount = (line: ShipmentLine, next: Partial<draft.Counted>) =>
    setCounts((all) => {
      const now = { ...draft.countedOf(all, line), ...next }
      const came = draft.receivedQty(line, now)
      const wrong = Math.min(now.wrong, came)
      return { ...all, [line.id]: { ...now, wrong, damage: Math.min(now.damage, came - wrong) } }
    })
  return {
    counts,
    found,
    said: scanMessage,
    isSending: sending > 0,
    unproved,
    evidenceOf,
    setCount,
    setEvidence: (kind: CountDifferenceKind, change: (now: draft.Evidence) => draft.Evidence) => {
      setUnproved((all) => all.filter((one) => one !== kind))
      setEvidence((all) => ({ ...all, [kind]: change(all[kind] ?? draft.evidenceOf(kind)) }))
    },
    setSending,
    /** Adds one piece to the line of the code. */
    scan: (code: string) => {
      const line = draft.lineOfCode(lines, counts, code)
      if (!line) {
        setScanMessage({ text: `Кода ${code.trim()} в этой отгрузке нет`, isUnknown: true })
        return
      }
      const qty = (draft.countedOf(counts, line).qty ?? 0) + 1
      setCount(line, { qty })
      setScanMessage({
        text: `${line.brand} ${line.article}: ${qty} из ${quantity(line.qty, line.unit)}`,
        isUnknown: false,
      })
    },
    /** Returns the differences to send; `null` when a photo is missing, which is shown at its place. */
    checked: (): Differences | null => {
      const missing = draft.withoutProof(found, evidenceOf)
      setUnproved(missing)
      return missing.length > 0 ? null : draft.bodyOf(found, evidenceOf)
    },
  }
}
export type Counting = ReturnType<typeof useCount>
