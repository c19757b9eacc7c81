import { linkPages } from '../../../lib/text/guide-links.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Markdown } from '../../../ui/text/markdown.tsx'
import abcp from '../../../../../docs/guide/abcp.md?raw'
import partner from '../../../../../docs/guide/partner-api.md?raw'

/** Guide by its title and its text below it. */
const GUIDES = [partner, abcp].map((guide) => {
  const [title = '', ...lines] = guide.split('\n')
  return { title: title.replace('# ', ''), text: linkPages(lines.join('\n')) }
})

/** Guides for programmers of buyers. */
export const ProgrammerGuide = () => (
  <div className="grid grid-cols-1 items-start gap-4 [font-variant-ligatures:none] xl:grid-cols-2">
    {GUIDES.map(({ title, text }) => (
      <Panel key={title} title={title}>
        <Markdown text={text} />
      </Panel>
    ))}
  </div>
)
