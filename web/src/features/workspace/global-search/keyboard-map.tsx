import { Fragment } from 'react'
import { MAIN_KEY } from '../../../lib/queries/overlay-store.ts'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { Key } from '../../../ui/text/key.tsx'

type Shortcut = [keys: readonly (readonly string[])[], does: string]

const UP_DOWN = [['↑'], ['↓']]

/** Shortcuts by the place where they work. */
const SHORTCUTS: { title: string; keys: Shortcut[] }[] = [
  {
    title: 'Везде',
    keys: [
      [[[MAIN_KEY, 'K']], 'быстрый переход: заказ, деталь, документ, раздел'],
      [[['/']], 'поиск запчастей'],
      [[['?']], 'эта подсказка'],
      [[['Esc']], 'закрыть окно, список или подсказки'],
    ],
  },
  {
    title: 'Списки вариантов',
    keys: [
      [UP_DOWN, 'предыдущий или следующий вариант'],
      [[['Enter']], 'выбрать'],
    ],
  },
  {
    title: 'Каталог',
    keys: [
      [[['Enter']], 'в строке поиска: найти; «26300-35503*4» ищет сразу 4 шт.'],
      [UP_DOWN, 'по предложениям'],
      [[['Enter']], 'на предложении: в корзину, и курсор снова в поиске'],
    ],
  },
  {
    title: 'Количество',
    keys: [
      [UP_DOWN, 'больше или меньше на кратность'],
      [[['Enter']], 'принять введённое'],
    ],
  },
  {
    title: 'Даты',
    keys: [[[['←'], ['↑'], ['→'], ['↓']], 'по дням календаря']],
  },
]

/** «Клавиши»: list of keyboard shortcuts. */
export default function KeyboardMap({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Клавиши"
      description="Пока курсор в поле ввода, работают только клавиши этого поля и быстрый переход."
      open
      onClose={onClose}
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {SHORTCUTS.map(({ title, keys }) => (
          <section key={title} className="first:sm:col-span-2">
            <h3 className="mb-1 font-semibold">{title}</h3>
            <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1.5 text-sm">
              {keys.map(([ways, does]) => (
                <Fragment key={does}>
                  <dt className="whitespace-nowrap">
                    {ways.map((way) => (
                      <span key={way.join()}>
                        {way.map((name) => (
                          <Key key={name} name={name} />
                        ))}
                      </span>
                    ))}
                  </dt>
                  <dd className="text-text-2">{does}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
