import {
  STATEMENT_FIELDS,
  reconciliationRoutes,
  type Reconciliation,
  type StatementField,
} from '@artikul/contract/billing/reconciliation'
import { columnName } from '../../../lib/text/column-name.ts'
import { ColumnsDialog } from '../../../ui/windows/columns-dialog.tsx'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { RECONCILIATION_KEYS } from '../../../lib/queries/reconciliations-query.ts'

const FIELDS = (Object.entries(STATEMENT_FIELDS) as [StatementField, string][]).map(([value, label]) => ({
  value,
  label,
}))

interface Props {
  reconciliation: Reconciliation
  onClose: () => void
}

/** Dialog that assigns meanings to the columns of a buyer's statement. */
export default function StatementColumnsDialog({ reconciliation, onClose }: Props) {
  const save = useApiMutation(reconciliationRoutes.setLayout, { onSuccess: useInvalidate(...RECONCILIATION_KEYS) })
  return (
    <ColumnsDialog
      title="Столбцы файла"
      description="Нужны дата и сумма: «Дебет» и «Кредит» как в вашем учёте либо один столбец «Сумма»."
      reading={reconciliation}
      blank={(index, header) => ({ index, header, field: null })}
      saving={save}
      onSave={(layout) => save.mutate({ params: { id: reconciliation.id }, body: layout }, { onSuccess: onClose })}
      onClose={onClose}
      meaning={({ index, field }, change) => (
        <RowSelect
          label={`Столбец ${columnName(index)}`}
          placeholder="Не нужен"
          items={FIELDS}
          value={field}
          onValueChange={(next) => change({ field: next })}
        />
      )}
    />
  )
}
