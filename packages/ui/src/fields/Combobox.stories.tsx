import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor, within } from 'storybook/test'
import { Combobox, type ComboboxProps } from './Combobox.tsx'

const first = ['English', 'Business and Management', 'Healthcare and Nursing']
const items = [
  ...first,
  'Accounting',
  'History',
  'Marketing',
  'Materials Science',
  'Mathematics',
  ...Array.from({ length: 142 }, (_, n) => `Subject ${n + 1}`),
]

function Controlled({ value, onChange, ...rest }: ComboboxProps) {
  const [chosen, setChosen] = useState(value)
  return (
    <>
      <Combobox
        {...rest}
        value={chosen}
        onChange={(next) => {
          setChosen(next)
          onChange(next)
        }}
      />
      <p>More of the form is below the field.</p>
      <button type="button">Next field</button>
    </>
  )
}

const meta = {
  title: 'Fields/Combobox',
  component: Controlled,
  args: {
    label: 'Subject',
    all: { label: 'All subjects', items },
    firstGroups: [{ label: 'Most chosen', items: first }],
    find: (typed) => items.filter((item) => item.toLowerCase().includes(typed.toLowerCase())),
    value: undefined,
    onChange: fn(),
    onLeave: fn(),
    placeholder: 'Type or choose a subject',
  },
} satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = { args: { value: 'History' } }

export const NotChosen: Story = { args: { error: 'Please choose subject from the list' } }

export const MostChosenFirst: Story = {
  name: '[FLOW-05] opens with the most chosen first, in a group of their own',
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'))
    await expect(canvas.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true')
    const [most, all] = canvas.getAllByRole('group')
    await expect(most).toHaveAccessibleName('Most chosen')
    await expect(all).toHaveAccessibleName('All subjects')
    await expect(
      canvas
        .getAllByRole('option')
        .slice(0, 4)
        .map((option) => option.textContent),
    ).toEqual([...first, 'Accounting'])
  },
}

export const LastSubjectsFirst: Story = {
  name: '[CAB-12] shows the client’s last subjects before the most chosen, each subject once',
  args: {
    firstGroups: [
      { label: 'Your last subjects', items: ['History', 'English'] },
      { label: 'Most chosen', items: first },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'))
    const groups = canvas.getAllByRole('group').map((group) => {
      const options = within(group).getAllByRole('option')
      return [group.firstChild?.textContent, ...options.slice(0, 2).map((option) => option.textContent)]
    })
    await expect(groups).toEqual([
      ['Your last subjects', 'History', 'English'],
      ['Most chosen', 'Business and Management', 'Healthcare and Nursing'],
      ['All subjects', 'Accounting', 'Marketing'],
    ])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    await expect(canvas.getByRole('combobox')).toHaveValue('Business and Management')
  },
}

export const TypingFilters: Story = {
  name: '[FLOW-05] (ux 27) typing filters and underlines the match, Enter selects the active option',
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'ma')
    await expect(canvas.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Business and Management',
      'Marketing',
      'Materials Science',
      'Mathematics',
    ])
    await expect(canvas.getAllByText('Ma', { selector: 'mark' })).toHaveLength(4)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(canvas.getByRole('combobox')).toHaveValue('Marketing')
    await expect(args.onChange.mock.calls).toEqual([['Marketing']])
    await expect(canvas.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false')
  },
}

export const ActiveDescendant: Story = {
  name: '(ux 27) the arrow keys move the active option, Page Down by ten, End to the last, Escape closes',
  args: { value: 'History' },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox')
    const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent
    await userEvent.click(input)
    await expect(active()).toBe('History')
    await userEvent.keyboard('{ArrowDown}')
    await expect(active()).toBe('Marketing')
    await userEvent.keyboard('{PageDown}')
    // All but the first options render one frame later.
    await waitFor(() => expect(active()).toBe('Subject 8'))
    await userEvent.keyboard('{PageUp}')
    await expect(active()).toBe('Marketing')
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(active()).toBe('Subject 142'))
    await userEvent.keyboard('{Escape}')
    await expect(input).toHaveAttribute('aria-expanded', 'false')
    await expect(input).toHaveValue('History')
    await userEvent.keyboard('{Escape}')
    await expect(input).toHaveValue('History')
    await userEvent.keyboard('{ArrowDown}')
    await expect(active()).toBe('History')
  },
}

export const NoMatch: Story = {
  name: '[FLOW-05] (ux 27) reports that nothing matches, and keeps the text',
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox')
    await userEvent.type(input, 'Astrobiolgy{Enter}')
    await expect(canvas.getByRole('status')).toHaveTextContent('Nothing in the list matches “Astrobiolgy”')
    await expect(input).toHaveValue('Astrobiolgy')
  },
}

export const RestoresTheLastChoice: Story = {
  name: '[FLOW-05] restores the last valid choice 300 ms after blur without a new one',
  args: { value: 'History' },
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByRole('combobox')
    await userEvent.type(input, 'Astro')
    const blurredAt = performance.now()
    await userEvent.tab()
    const isOpen = input.getAttribute('aria-expanded')
    // On a busy machine the 300 ms may already be over.
    if (performance.now() - blurredAt < 290) await expect(isOpen).toBe('true')
    await waitFor(() => expect(input).toHaveValue('History'))
    await expect(performance.now() - blurredAt).toBeGreaterThanOrEqual(290)
    await expect(input).toHaveAttribute('aria-expanded', 'false')
    await expect(args.onChange).not.toHaveBeenCalled()
    await expect(args.onLeave).toHaveBeenCalledOnce()
  },
}

export const TypedInFull: Story = {
  name: '[FLOW-05] blur selects a subject that was typed in full',
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'mathematics ')
    await userEvent.tab()
    await waitFor(() => expect(args.onChange.mock.calls).toEqual([['Mathematics']]))
    await waitFor(() => expect(canvas.getByRole('combobox')).toHaveValue('Mathematics'))
  },
}

export const ClickOnOption: Story = {
  name: '(ux 27) a click on an option selects it and keeps the focus',
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show the whole list' }))
    await userEvent.click(canvas.getByRole('option', { name: 'Healthcare and Nursing' }))
    await expect(args.onChange.mock.calls).toEqual([['Healthcare and Nursing']])
    await expect(canvas.getByRole('combobox')).toHaveFocus()
  },
}
