import { useState } from 'react'
import { changeContractor } from '../../../../ui/change-contractor.ts'
import { Button } from '../../../../ui/button.tsx'

export function MakeCurrentButton({ id }: { id: number }) {
  const [isBusy, setBusy] = useState(false)
  const choose = async () => {
    setBusy(true)
    await changeContractor(id)
    setBusy(false)
  }
  return (
    <Button size="sm" busy={isBusy} onClick={() => void choose()}>
      Сделать текущей
    </Button>
  )
}
