import { useQuery } from '@tanstack/react-query'
import type { ReactEventHandler } from 'react'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { unitImageQuery } from './vehicle-catalog.api.ts'

interface Props {
  path: string
  alt: string
  className: string
  onLoad?: ReactEventHandler<HTMLImageElement>
}

/** Picture loaded by an authorized call, which a plain `img` cannot make. */
export function UnitImage({ path, alt, className, onLoad }: Props) {
  const { data, error } = useQuery(unitImageQuery(path))
  const url = useObjectUrl(data)
  if (error) return <span className="block bg-surface p-3 text-sm text-text-2">Рисунок не загружен</span>
  return url ? (
    <img src={url} alt={alt} className={className} onLoad={onLoad} />
  ) : (
    <span className="skeleton block size-full min-h-24" />
  )
}
