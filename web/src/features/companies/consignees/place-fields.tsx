import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { suggestionRoutes } from '@artikul/contract/companies/suggestions'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import { Button } from '../../../ui/button.tsx'
import { SuggestField } from '../../../ui/fields/suggest-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { query } from '../../../lib/api/query.ts'
import { coordinatesOf } from './consignee-draft.ts'
import type { ConsigneeForm } from './use-consignee-form.ts'

const MapView = lazy(async () => ({ default: (await import('../../../ui/map/map-view.tsx')).MapView }))

const MIN_LETTERS = 3
const PAUSE_MS = 300
const PIN = 1

/** Suggests addresses; empty below three characters or when the directory is unavailable. */
function useAddresses(typed: string | null) {
  const words = useDebouncedValue(typed?.trim() ?? '', PAUSE_MS)
  const isAsked = typed !== null && words.length >= MIN_LETTERS
  const { data, isError } = useQuery(
    query(
      suggestionRoutes.address,
      { body: { query: words } },
      {
        enabled: isAsked,
        placeholderData: keepPreviousData,
        retry: false,
        staleTime: ({ state }) => (state.data?.results.length ? 5 * 60_000 : 0),
      },
    ),
  )
  return isAsked && !isError ? (data?.results ?? []) : []
}

/** Address and map position of the point. */
export function PlaceFields({ form }: { form: ConsigneeForm }) {
  const { draft, change, put, errors } = form
  const [typed, setTyped] = useState<string | null>(null)
  const [isMapOpen, setMapOpen] = useState(false)
  const addresses = useAddresses(typed)
  const isPlaced = draft.lng !== '' || draft.lat !== ''
  return (
    <>
      <SuggestField
        label="Адрес"
        required
        maxLength={500}
        value={draft.address}
        onValueChange={(address) => {
          setTyped(address)
          change({ address })
        }}
        items={addresses}
        onTake={(address) => {
          setTyped(null)
          form.takeAddress(address)
        }}
        error={errors.fields['address']}
      />
      <fieldset className="min-w-0">
        <legend className="sr-only">Координаты</legend>
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-2">
          <TextField
            label="Долгота"
            inputMode="decimal"
            autoComplete="off"
            placeholder="30,315868"
            value={draft.lng}
            onValueChange={(lng) => put({ lng })}
            error={errors.fields['coordinates']}
          />
          <TextField
            label="Широта"
            inputMode="decimal"
            autoComplete="off"
            placeholder="59,939095"
            value={draft.lat}
            onValueChange={(lat) => put({ lat })}
          />
        </div>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<IconMapPin size={14} />}
            aria-expanded={isMapOpen}
            onClick={() => setMapOpen(!isMapOpen)}
          >
            {isMapOpen ? 'Скрыть карту' : 'Указать на карте'}
          </Button>
          {isPlaced && (
            <Button size="sm" look="ghost" onClick={() => put(null)}>
              Убрать координаты
            </Button>
          )}
        </div>
        {isMapOpen && <PinMap form={form} />}
      </fieldset>
    </>
  )
}

function PinMap({ form: { draft, put } }: { form: ConsigneeForm }) {
  const { lng, lat, name } = draft
  const points = useMemo(() => {
    const coordinates = coordinatesOf({ lng, lat })
    return coordinates ? [{ id: PIN, label: name || 'Новая точка', coordinates }] : []
  }, [lng, lat, name])
  return (
    <div className="mt-2">
      <Suspense fallback={<div className="skeleton h-64 rounded-lg" />}>
        <MapView
          label="Карта для выбора места"
          className="h-64"
          points={points}
          selectedId={PIN}
          onPick={put}
          fallback={<p className="text-sm text-text-2">Место можно указать числами: долготу и широту впишите выше.</p>}
        />
      </Suspense>
      <p className="mt-1 text-xs text-text-2">Нажмите на карту, чтобы поставить точку.</p>
    </div>
  )
}
