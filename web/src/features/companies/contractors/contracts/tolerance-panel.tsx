import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import { formatPercent } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { toleranceText, type Tolerance } from '@artikul/contract/companies/tolerance'
import { Suspense, useState } from 'react'
import { roubles } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { DefinitionList } from '../../../../ui/text/definition-list.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { Panel } from '../../../../ui/panel.tsx'

const ToleranceDialog = lazyWindow(() => import('./tolerance-dialog.tsx'))

/** Tolerance accepted by the company at placing. */
export function TolerancePanel({ company }: { company: ContractorDetails }) {
  const [isEditing, setEditing] = useState(false)
  const { tolerance, can } = company
  return (
    <Panel
      title="Допуск изменений при заказе"
      actions={
        can.edit_contacts && (
          <Button size="sm" aria-label="Изменить допуск" onClick={() => setEditing(true)}>
            Изменить
          </Button>
        )
      }
    >
      {toleranceText(tolerance) === null ? (
        <p className="text-sm text-text-2">
          Не задан: о каждом росте цены и переносе срока портал спросит перед оформлением.
        </p>
      ) : (
        <Limits tolerance={tolerance} />
      )}
      {isEditing && (
        <Suspense>
          <ToleranceDialog company={company} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

function Limits({ tolerance: { rise_share: share, rise_kop: rise, delay_days: days } }: { tolerance: Tolerance }) {
  return (
    <>
      <DefinitionList
        items={[
          ['Рост цены', share > 0 && `до ${formatPercent(share)}`],
          ['Рост за единицу', rise > 0 && `до ${roubles(rise)}`],
          ['Перенос срока', days > 0 && `до ${counted(days, 'дня', 'дней', 'дней')}`],
        ]}
      />
      <p className="mt-3 text-xs text-text-2">
        В этих пределах заказ оформляется без вопроса, принятое отмечено в его строках. Дешевле и раньше принимается
        всегда.
      </p>
    </>
  )
}
