import type { Meta, StoryObj } from '@storybook/react-vite'
import { Brand, brandClass, NerdBadge } from './Brand.tsx'
import { Cluster } from './Layout.tsx'

const meta = { title: 'Frame/Brand' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

export const BrandAndBadges: Story = {
  render: () => (
    <Cluster gap={5}>
      <a className={brandClass()} href="#home">
        <Brand />
      </a>
      <NerdBadge size="small" />
      <NerdBadge size="large" />
    </Cluster>
  ),
}
