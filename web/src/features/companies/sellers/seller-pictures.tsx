import { SELLER_PICTURES, sellerRoutes, type Seller, type SellerPictureKind } from '@artikul/contract/companies/sellers'
import { keysOf } from '@artikul/contract/core/keys'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

const HINTS: Record<SellerPictureKind, string> = {
  logo: 'Вверху счёта',
  stamp: 'Скан на прозрачном или белом фоне',
  signature: 'Подпись руководителя',
}

/** Logo, stamp and signature that the company's new invoices carry. */
export function SellerPictures({ seller, mayWrite }: { seller: Seller; mayWrite: boolean }) {
  if (!mayWrite && seller.pictures.length === 0) return null
  return (
    <div className="mt-4 border-t border-hairline pt-3">
      <h3 className="text-xs text-text-2">На счетах</h3>
      <ul className="mt-2 grid gap-3 sm:grid-cols-3">
        {keysOf(SELLER_PICTURES).map((kind) => (
          <li key={kind} className="min-w-0">
            <OnePicture seller={seller} kind={kind} mayWrite={mayWrite} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface Props {
  seller: Seller
  kind: SellerPictureKind
  mayWrite: boolean
}

function OnePicture({ seller, kind, mayWrite }: Props) {
  const id = seller.pictures.find((picture) => picture.kind === kind)?.id ?? null
  const input = useRef<HTMLInputElement>(null)
  const settings = {
    invalidates: ['sellers'] as const,
    onError: (error: Error) =>
      toast({ severity: 'error', summary: `${SELLER_PICTURES[kind]}: не сохранено`, detail: messageOf(error) }),
  }
  const add = useApiMutation(sellerRoutes.addPicture, settings)
  const remove = useApiMutation(sellerRoutes.removePicture, settings)
  const name = SELLER_PICTURES[kind]
  return (
    <figure className="flex items-start gap-3">
      {id !== null && <Picture id={id} alt={`${name}: ${seller.name}`} />}
      <figcaption className="min-w-0">
        <p className="font-semibold">{name}</p>
        {mayWrite && (
          <>
            <p className="text-xs text-text-2">{HINTS[kind]}</p>
            <div className="mt-1 flex gap-1">
              <input
                ref={input}
                type="file"
                accept="image/png,image/jpeg,image/webp"
                aria-label={`${name}, файл`}
                hidden
                onChange={({ target }) => {
                  const [file] = target.files ?? []
                  if (file) add.mutate({ params: { id: seller.id }, query: { kind }, file })
                  // The same file may be chosen again.
                  target.value = ''
                }}
              />
              <Button
                size="sm"
                icon={<IconUpload size={14} />}
                busy={add.isPending}
                aria-label={`${id === null ? 'Загрузить' : 'Заменить'}: ${name}`}
                onClick={() => input.current?.click()}
              >
                {id === null ? 'Загрузить' : 'Заменить'}
              </Button>
              {id !== null && (
                <IconButton
                  size="row"
                  label={`Убрать: ${name}`}
                  icon={<IconTrash size={16} />}
                  onClick={() => remove.mutate({ params: { id } })}
                />
              )}
            </div>
          </>
        )}
      </figcaption>
    </figure>
  )
}

function Picture({ id, alt }: { id: number; alt: string }) {
  const { data } = useQuery(query(sellerRoutes.picture, { params: { id } }, { staleTime: Infinity }))
  const url = useObjectUrl(data)
  return (
    <span className="grid size-20 shrink-0 place-items-center rounded-md border border-hairline bg-white p-1">
      {url ? (
        <img src={url} alt={alt} className="max-h-full max-w-full object-contain" />
      ) : (
        <span className="skeleton size-full" />
      )}
    </span>
  )
}
