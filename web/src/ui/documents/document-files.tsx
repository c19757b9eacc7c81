import { CLAIM_DOCUMENTS } from '@artikul/contract/fulfilment/claim-rules'
import type { CompanyDocument } from '@artikul/contract/billing/documents'
import { useMay } from '../../lib/session/current-session.ts'
import {
  claimActText,
  intakeXlsx,
  intakeXml,
  invoicePdf,
  invoiceXlsx,
  packingList,
  updCopy,
} from '../../lib/queries/documents-query.ts'
import { FileButton } from '../files/file-button.tsx'

interface DocumentFile {
  /** Text of the button. */
  face: string
  /** Accessible name of the file. */
  title: string
  name: string
  file: () => Promise<Blob>
}

function filesOf(document: CompanyDocument, seesPrices: boolean): DocumentFile[] {
  const { number } = document
  if (document.kind === 'invoice') {
    const title = `Счёт № ${number}`
    return [
      { face: 'PDF', title, name: `Счёт ${number}.pdf`, file: () => invoicePdf(document) },
      { face: 'XLSX', title, name: `Счёт ${number}.xlsx`, file: () => invoiceXlsx(document) },
    ]
  }
  if (document.kind === 'shipment') {
    const list = {
      face: 'PDF',
      title: `Комплектовочная ведомость № ${number}`,
      name: `Ведомость ${number}.pdf`,
      file: () => packingList(document),
    }
    if (document.state === 'cancelled' || !seesPrices || document.sum_kop === 0) return [list]
    const title = `Поступление товаров № ${number}`
    const name = `Поступление ${number}`
    return [
      { face: 'УПД', title: `копия № ${number}`, name: `УПД ${number} (копия).pdf`, file: () => updCopy(document) },
      list,
      { face: 'XLSX', title, name: `${name}.xlsx`, file: () => intakeXlsx(document) },
      { face: '1С', title: `${title}, CommerceML`, name: `${name}.xml`, file: () => intakeXml(document) },
    ]
  }
  if (document.kind === 'claim') {
    const paper = CLAIM_DOCUMENTS[document.claim_kind]
    return [
      {
        face: 'PDF',
        title: `${paper} № ${number}`,
        name: `${paper} ${number}.pdf`,
        file: () => claimActText(document),
      },
    ]
  }
  return []
}

/** Download links of a document in the register. */
export function DocumentFiles({ document }: { document: CompanyDocument }) {
  const files = filesOf(document, useMay('see_prices'))
  if (files.length === 0) return null
  return (
    <span className="inline-flex gap-1 max-lg:flex-wrap">
      {files.map(({ face, title, name, file }) => (
        <FileButton key={name} name={name} file={file} label={`Скачать ${face}: ${title}`}>
          {face}
        </FileButton>
      ))}
    </span>
  )
}
