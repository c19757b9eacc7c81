import { newInvoiceRoutes, type InvoiceContract } from '@artikul/contract/billing/new-invoice'
import { INVOICE_KINDS } from '@artikul/contract/billing/invoices'
import { keepPreviousData } from '@tanstack/react-query'
import { useHasRole, useMay } from '../../../lib/session/current-session.ts'
import { day } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { LookupField } from '../../../ui/fields/lookup-field.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { query } from '../../../lib/api/query.ts'
import { GoodsFields } from './goods-fields.tsx'
import { InvoiceDrafts } from './invoice-drafts.tsx'
import { InvoiceTotals } from './invoice-totals.tsx'
import type { InvoiceKindChoice } from './new-invoice-draft.ts'
import { PayableChoice } from './payable-choice.tsx'
import { useNewInvoice, type NewInvoiceState, type Opened } from './use-new-invoice.ts'

const KINDS: readonly InvoiceKindChoice[] = ['advance', 'orders', 'shipments', 'goods']

const buyersQuery = (q: string) =>
  query(
    newInvoiceRoutes.buyers,
    { query: { q } },
    { select: ({ results }) => results, placeholderData: keepPreviousData },
  )

/** Form with buyer, contract and contents; the totals stay beside it on a wide screen. */
export function NewInvoiceForm({ opened }: { opened: Opened }) {
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const form = useNewInvoice(opened, isStaff)
  return (
    <Form label="Новый счёт на оплату" error={form.formError} onSubmit={form.submit}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Кому и по какому договору">
            <div className="flex flex-col gap-3.5">
              {isStaff && (
                <LookupField
                  label="Покупатель"
                  required
                  placeholder="Название или ИНН"
                  lookUp={buyersQuery}
                  value={form.company}
                  onValueChange={form.chooseCompany}
                  error={form.errors['company']}
                />
              )}
              {(!isStaff || form.company) && <ContractField form={form} />}
            </div>
          </Panel>
          <Panel title="За что счёт">
            <WhatFor form={form} isStaff={isStaff} />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-18">
          <Panel title="Итого">
            <InvoiceTotals preview={form.preview} isCounting={form.isCounting} />
            <div className="mt-4 flex flex-col gap-2">
              <Button
                look="primary"
                type="submit"
                busy={form.isIssuing}
                disabled={form.isIssuing || (form.isCounting && form.preview !== null)}
              >
                Выставить счёт
              </Button>
              <Button
                busy={form.isSaving}
                disabled={form.isSaving || (isStaff && form.company === null)}
                onClick={form.saveDraft}
              >
                {form.known ? 'Сохранить черновик' : 'В черновики'}
              </Button>
            </div>
          </Panel>
          <InvoiceDrafts openId={form.known?.id} isStaff={isStaff} />
        </div>
      </div>
    </Form>
  )
}

const contractLabel = ({ number, signed_on, seller }: InvoiceContract) => `№ ${number} от ${day(signed_on)}, ${seller}`

function ContractField({ form }: { form: NewInvoiceState }) {
  const { contracts, choices, contract, change, errors, fields } = form
  if (!contracts.data) return <QueryFallback error={contracts.error} onRetry={contracts.refetch} rows={2} />
  if (choices.length === 0)
    return <Notice tone="warn">Договоров с продавцами нет: счёт можно выставить, когда появится договор.</Notice>
  const isOld = contract !== null && contract.stopped !== null && (fields.kind === 'advance' || fields.kind === 'goods')
  return (
    <>
      <Select
        label="Договор"
        required
        {...(contract === null && { placeholder: 'Выберите договор' })}
        items={choices.map((one) => ({ value: one.id, label: contractLabel(one) }))}
        value={contract?.id ?? null}
        onValueChange={(id) => change({ contract_id: id, order_ids: [], shipment_ids: [] })}
        error={errors['ask.contract_id']}
        {...(contract && { hint: `Получатель: ${contract.seller}, счёт ${contract.account}` })}
      />
      {isOld && (
        <Notice tone="warn">
          {contract.stopped}. Выставить можно счёт за заказы или на оплата долга по отгрузкам.
        </Notice>
      )}
    </>
  )
}

function WhatFor({ form, isStaff }: { form: NewInvoiceState; isStaff: boolean }) {
  const seesDebts = useMay('see_settlements')
  const { fields, change, errors, contract } = form
  const kinds = KINDS.filter((kind) => seesDebts || kind === 'advance' || kind === 'goods')
  return (
    <div className="flex flex-col gap-3.5">
      <RadioGroup
        label="Вид счёта"
        items={kinds.map((kind) => ({ value: kind, label: INVOICE_KINDS[kind] }))}
        value={fields.kind}
        onValueChange={(kind) => change({ kind })}
      />
      {fields.kind === 'advance' && (
        <div className="grid gap-3.5 sm:grid-cols-[12rem_1fr]">
          <MoneyField
            label="Сумма с НДС"
            required
            value={fields.sum_kop}
            onValueChange={(sum_kop) => change({ sum_kop })}
            error={errors['ask.sum_kop']}
          />
          <TextField
            label="Пояснение"
            placeholder="За масла по письму от 20 ноября"
            hint="Будет напечатано в счёте после слов «Аванс по договору»."
            maxLength={200}
            value={fields.purpose}
            onValueChange={(purpose) => change({ purpose })}
            error={errors['ask.purpose']}
          />
        </div>
      )}
      {(fields.kind === 'orders' || fields.kind === 'shipments') && (
        <PayableChoice
          key={fields.kind}
          of={fields.kind}
          contractId={contract?.id ?? null}
          insteadOf={fields.replaces_id}
          chosen={fields.kind === 'orders' ? fields.order_ids : fields.shipment_ids}
          onChange={(ids) => change(fields.kind === 'orders' ? { order_ids: ids } : { shipment_ids: ids })}
          errors={errors}
        />
      )}
      {fields.kind === 'goods' && (
        <GoodsFields
          contractId={contract?.id ?? null}
          isStaff={isStaff}
          lines={fields.lines}
          onChange={(next) => form.changeLines((lines) => next(lines))}
          preview={form.preview}
          errors={errors}
        />
      )}
    </div>
  )
}
