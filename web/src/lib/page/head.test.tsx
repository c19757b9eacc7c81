import { headOfNews, headOfPublic } from '@artikul/contract/site/page-head'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { applyHead, site, useHead } from './head.ts'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

const contentOf = (selector: string) => document.head.querySelector(selector)?.getAttribute('content')
const NEWS = {
  ...{ id: 7, title: 'Склад </script>', lead: 'Везём за день', cover: { id: 3, width: 4, height: 2 } },
  ...{ published_at: '2026-11-01T09:00:00.000Z', changed_at: '2026-11-02T09:00:00.000Z' },
}
function News() {
  useHead(headOfNews(NEWS, site()))
  return null
}

test('page meta tags replace those of the previous page and of the first response', () => {
  document.head.innerHTML = '<meta name="description" content="с сервера" data-page-meta=""><meta name="product-name">'
  applyHead(headOfPublic('/contacts', site()))
  expect(document.title).toBe('Контакты | Артикул')
  expect(document.head.querySelectorAll('meta[name="description"]')).toHaveLength(1)
  expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(`${location.origin}/contacts`)
  expect(contentOf('meta[property="og:title"]')).toBe('Контакты')

  applyHead({ title: 'Заказы', robots: 'noindex' })
  expect(document.title).toBe('Заказы | Артикул')
  expect(contentOf('meta[name="robots"]')).toBe('noindex')
  expect(document.head.querySelector('link[rel="canonical"], meta[property], meta[name="description"]')).toBeNull()
  expect(document.head.querySelector('meta[name="product-name"]')).not.toBeNull()
})

test('page with its own meta tags overrides its route until it is left', () => {
  applyHead({ title: 'Новость' })
  const page = render(<News />)
  expect(document.title).toBe('Склад </script> | Артикул')
  expect(contentOf('meta[property="og:image"]')).toBe(`${location.origin}/api/v1/news-covers/3`)
  const data = document.head.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}'
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'NewsArticle',
    headline: 'Склад </script>',
    mainEntityOfPage: `${location.origin}/news/7`,
  })
  // The router applies its head after the page has rendered.
  applyHead({ title: 'Новость' })
  expect(document.title).toBe('Склад </script> | Артикул')
  page.unmount()
  expect(document.title).toBe('Новость | Артикул')
  expect(document.head.querySelector('script')).toBeNull()
})
