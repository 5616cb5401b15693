import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { ChoiceRowBody, choiceListClass, choiceRowClass } from './ChoiceRow.tsx'
import { ChevronRightIcon, PenIcon } from '../actions/Icons.tsx'
import { ListChecksIcon, PresentationIcon, ShapesIcon, SigmaIcon, SpellCheckIcon } from '../actions/JobTypeIcons.tsx'
import { Wrap } from '../page/Layout.tsx'
import { RadioRows } from './RadioRows.tsx'
import { Worksheet } from '../order/Worksheet.tsx'

const options = [
  { value: 'writing', title: 'Essay (writing)', note: 'Pages or words', icon: <PenIcon size="row" /> },
  { value: 'editing', title: 'Essay (editing)', note: 'Pages or words', icon: <SpellCheckIcon size="row" /> },
  { value: 'presentation', title: 'Presentations', note: 'Slides', icon: <PresentationIcon size="row" /> },
  { value: 'problems', title: 'Problems', note: 'Hours and minutes', icon: <SigmaIcon size="row" /> },
  { value: 'quiz', title: 'Quiz', note: 'Hours and minutes', icon: <ListChecksIcon size="row" /> },
  { value: 'task', title: 'Other task', note: 'Hours and minutes', icon: <ShapesIcon size="row" /> },
]

function Controlled({ onSheet = false }: { onSheet?: boolean }) {
  const [value, setValue] = useState<string | undefined>('writing')
  const rows = <RadioRows labelledBy="question" options={options} value={value} onChange={setValue} onSheet={onSheet} />
  return (
    <>
      <h1 id="question">What do you need help with?</h1>
      {onSheet ? (
        <Wrap>
          <Worksheet plain>{rows}</Worksheet>
        </Wrap>
      ) : (
        rows
      )}
    </>
  )
}

const meta = { title: 'Fields/RadioRows', component: Controlled } satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const OnASheet: Story = { parameters: { layout: 'fullscreen' }, args: { onSheet: true } }

export const Keys: Story = {
  name: 'the arrow keys select, and the heading names the group',
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('radiogroup', { name: 'What do you need help with?' })).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect(canvas.getByRole('radio', { name: /Presentations/ })).toBeChecked()
  },
}

export const RowsAsLinks: Story = {
  render: () => (
    <div className={choiceListClass()}>
      <a className={choiceRowClass()} href="#phone">
        <ChoiceRowBody index={0} title="Phone number" note="We text you a 5-digit code" icon={<ChevronRightIcon />} />
      </a>
      <a className={choiceRowClass()} href="#email">
        <ChoiceRowBody index={1} title="E-mail" note="We send you a link, no password" icon={<ChevronRightIcon />} />
      </a>
    </div>
  ),
}
