import type { LastOrder, LastOrders } from './last-orders.ts'

type Child = Node | string | null | false

function el<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, ...children: Child[]) {
  const element = document.createElement(name)
  if (className) element.className = className
  for (const child of children) if (child !== null && child !== false && child !== '') element.append(child)
  return element
}

const CELL = 'px-3 py-1.5 align-top first:pl-4'
const BELOW = 'max-md:order-5 max-md:col-span-2 max-md:col-start-2'
const HEAD = ['Артикул', 'Наименование', 'Кол-во', 'Статус', 'Ожидается']
const WIDTHS = ['md:w-[24%]', '', 'md:w-[10%]', 'md:w-[24%]', 'md:w-[12%]']

/** Draws a line as a row; on a phone it becomes a paragraph with labels in place of the column headers. */
function lineRow({ brand, article, name, qty, state, expected }: LastOrder['lines'][number]) {
  const part = el('span', 'font-semibold', brand)
  const number = el('span', 'article', article)
  return el(
    'tr',
    'flex flex-wrap gap-x-3 border-t border-hairline px-4 py-2 md:table-row md:px-0 md:py-0',
    el('td', 'p-0 max-md:basis-full md:px-4 md:py-1.5', part, ' ', number),
    el('td', 'p-0 text-text-2 [overflow-wrap:anywhere] max-md:basis-full md:px-3 md:py-1.5', name),
    el('td', 'p-0 whitespace-nowrap md:px-3 md:py-1.5 md:text-right', qty),
    el('td', 'p-0 md:px-3 md:py-1.5', state),
    el(
      'td',
      'p-0 whitespace-nowrap md:px-3 md:py-1.5',
      expected && el('span', 'text-text-2 md:hidden', 'ожидается '),
      expected,
    ),
  )
}

function linesTable({ number, lines }: LastOrder) {
  const head = HEAD.map((title, at) => {
    const cell = el('th', `${CELL} font-medium ${WIDTHS[at] ?? ''} ${at === 2 ? 'text-right' : 'text-left'}`, title)
    cell.scope = 'col'
    return cell
  })
  const table = el(
    'table',
    'block w-full text-sm md:table md:table-fixed',
    el('caption', 'sr-only', `Строки заказа № ${number}`),
    el('thead', 'max-md:sr-only text-xs text-text-2', el('tr', '', ...head)),
    el('tbody', 'block md:table-row-group', ...lines.map(lineRow)),
  )
  return table
}

function orderItem(order: LastOrder) {
  const { number, client_number: own, date, consignee, status, sum, more } = order
  const sign = el('span', 'inline-block text-text-2 transition-transform group-open:rotate-90', '›')
  sign.ariaHidden = 'true'
  const summary = el(
    'summary',
    'grid cursor-pointer grid-cols-[0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-2 gap-y-0.5 px-4 py-2.5 -outline-offset-2! hover:bg-group md:grid-cols-[0.75rem_7rem_6rem_minmax(0,1fr)_11rem_8rem] md:gap-x-3',
    sign,
    el('span', 'font-semibold whitespace-nowrap', `№ ${number}`),
    el('span', 'text-text-2 max-md:order-3 max-md:col-start-2', date),
    el('span', `min-w-0 text-text-2 [overflow-wrap:anywhere] ${BELOW}`, consignee, own && ` · ваш номер ${own}`),
    el('span', 'max-md:order-4 max-md:text-right', status),
    el('span', 'text-right whitespace-nowrap max-md:order-2', sum),
  )
  const rest = more > 0 && el('p', 'border-t border-hairline px-4 py-2 text-sm text-text-2', `И ещё строк: ${more}`)
  return el('li', 'border-t border-hairline', el('details', 'group', summary, linesTable(order), rest))
}

/** Draws the last orders, each expanded by a press. */
export function drawLastOrders(place: HTMLElement, { company, savedAt, orders }: LastOrders) {
  place.replaceChildren(
    el('h2', 'px-4 pt-3 text-lg font-semibold', 'Последние заказы'),
    el('p', 'px-4 pb-3 text-sm text-text-2', `${company}. По состоянию на ${savedAt}`),
    el('ul', '', ...orders.map(orderItem)),
  )
  place.hidden = orders.length === 0
}
