import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { IconMessageQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { buttonClass } from '../../../../ui/button.tsx'

interface Props {
  /** Subject of the request: a product, or words that found nothing. */
  about?: ProductBrief | string
  qty?: number | undefined
}

/** Treats words with a digit as an article, others as a name. */
const fromWords = (text: string) => (/\d/.test(text) ? { article: text } : { name: text })

const fromProduct = ({ id, brand, article, name }: ProductBrief) => ({ product: id, brand, article, name })

/** «Запрос менеджеру»: link to a new quote request; for clients only. */
export function ManagerRequest({ about = '', qty }: Props) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  if (!isClient) return null
  return (
    <Link
      to="/requests/new"
      search={{ ...(typeof about === 'string' ? fromWords(about) : fromProduct(about)), qty }}
      className={buttonClass()}
    >
      <IconMessageQuestion size={16} aria-hidden="true" />
      Запрос менеджеру
    </Link>
  )
}
