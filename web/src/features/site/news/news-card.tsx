import type { NewsItem } from '@artikul/contract/site/news'
import { coverPath } from '@artikul/contract/site/page-head'
import { IconPinned } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { momentDay } from '../../../lib/text/format.ts'
import { Tag } from '../../../ui/text/tag.tsx'

/** News in a list; the picture is decorative. */
export const NewsCard = ({ news, level = 2 }: { news: NewsItem; level?: 2 | 3 }) => {
  const Title = `h${level}` as const
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-lg border border-hairline bg-surface focus-within:border-ring hover:border-control">
      {news.cover && (
        <img
          src={coverPath(news.cover.id)}
          width={news.cover.width}
          height={news.cover.height}
          alt=""
          loading="lazy"
          className="aspect-[5/2] w-full bg-group object-cover"
        />
      )}
      <div className="flex flex-1 flex-col gap-1.5 p-4">
        <p className="flex flex-wrap items-center gap-2 text-xs text-text-2">
          <time dateTime={news.published_at}>{momentDay(news.published_at)}</time>
          {news.is_pinned && (
            <Tag tone="info" icon={<IconPinned size={12} aria-hidden="true" />}>
              Закреплена
            </Tag>
          )}
        </p>
        <Title className="text-base font-semibold break-words">
          <Link
            to="/news/$id"
            params={{ id: String(news.id) }}
            className="after:absolute after:inset-0 hover:underline"
          >
            {news.title}
          </Link>
        </Title>
        <p className="text-sm break-words text-text-2">{news.lead}</p>
      </div>
    </article>
  )
}
