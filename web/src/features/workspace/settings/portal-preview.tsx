import {
  brandOf,
  brandProperties,
  contrast,
  leastContrast,
  MARK_CONTRAST,
  SURFACES,
  TEXT_CONTRAST,
  type BrandColors,
  type HexColor,
  type Theme,
} from '@artikul/contract/platform/brand-colors'
import { BrandColor } from '@artikul/contract/platform/portal-settings'
import { buttonClass } from '../../../ui/button.tsx'
import { PortalMark } from '../../../ui/portal-mark.tsx'
import { cx } from '../../../ui/cx.ts'

const THEMES = { light: 'Светлая тема', dark: 'Тёмная тема' } as const satisfies Record<Theme, string>

/** Returns the typed colour once it is complete. */
export function asHexColor(typed: string): HexColor | null {
  const parsed = BrandColor.safeParse(typed)
  return parsed.success ? parsed.data : null
}

interface Role {
  label: string
  color: HexColor
  ratio: number
}

/** Colours of a theme with their least contrast. */
const rolesOf = ({ primary, fill, text, soft }: BrandColors, theme: Theme): Role[] => [
  { label: 'Метки', color: primary, ratio: leastContrast(primary, SURFACES[theme]) },
  { label: 'Кнопки', color: fill, ratio: contrast(fill, '#ffffff') },
  { label: 'Ссылки', color: text, ratio: leastContrast(text, [...SURFACES[theme], soft]) },
]

// Rounded down: what is shown as 4,5 is at least that.
const ratioFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1, roundingMode: 'floor' })
const ratioText = (ratio: number) => `${ratioFormat.format(ratio)} : 1`

interface Props {
  name: string
  color: HexColor | null
  logo: string | null
}

/** Header, button and link as both themes will show them. */
export function PortalPreview(props: Props) {
  const { color } = props
  return (
    <div role="group" aria-label="Как это будет выглядеть" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-1">
      {(['light', 'dark'] as const).map((theme) => (
        <Preview key={theme} {...props} theme={theme} />
      ))}
      {color !== null && (
        <p className="text-xs text-text-2 sm:max-xl:col-span-2">
          Где цвету не хватает контраста, портал берёт ближайший оттенок: тексту нужно не меньше{' '}
          {ratioText(TEXT_CONTRAST)}, меткам — {ratioText(MARK_CONTRAST)}.
        </p>
      )}
    </div>
  )
}

function Preview({ name, color, logo, theme }: Props & { theme: Theme }) {
  const colors = brandOf(color, theme)
  return (
    <section
      aria-label={THEMES[theme]}
      // The properties of a style attribute are set by script, which the content policy permits.
      style={brandProperties(colors)}
      className={cx(theme, 'min-w-0 overflow-hidden rounded-md border border-hairline bg-bg text-text')}
    >
      <div className="flex h-11 items-center gap-2 border-b border-hairline bg-surface px-3">
        <PortalMark logo={logo} />
        <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
        <span className="flex h-full items-center text-sm shadow-[inset_0_-2px_0_var(--primary)]">Заказы</span>
      </div>
      <div className="flex flex-wrap items-center gap-3 p-3 text-sm">
        <span className={buttonClass({ look: 'primary', size: 'sm' })}>Оформить</span>
        <span className="text-brand underline underline-offset-2">Все новости</span>
        <span className="rounded bg-brand-soft px-1.5 text-xs font-medium text-brand">Запрошенный номер</span>
      </div>
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-1 border-t border-hairline bg-surface p-3 text-xs">
        {rolesOf(colors, theme).map((role) => (
          <RoleRow key={role.label} role={role} isChanged={color !== null && role.color !== color} />
        ))}
      </dl>
    </section>
  )
}

const RoleRow = ({ role: { label, color, ratio }, isChanged }: { role: Role; isChanged: boolean }) => (
  <>
    <dt className="flex items-center gap-2">
      <span
        aria-hidden="true"
        style={{ background: color }}
        className="size-3.5 flex-none rounded-xs border border-hairline"
      />
      {label}
    </dt>
    <dd className="font-mono text-text-2">
      {color}
      {isChanged && <span className="font-sans"> подобран</span>}
    </dd>
    <dd className="text-right tabular-nums">{ratioText(ratio)}</dd>
  </>
)
