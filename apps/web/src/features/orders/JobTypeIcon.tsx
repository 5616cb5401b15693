import type { JobTypeId } from '@nerdify/domain/catalog/job-types.ts'
import type { ReactNode } from 'react'
import {
  type IconProps,
  ListChecksIcon,
  PenIcon,
  PresentationIcon,
  ShapesIcon,
  SigmaIcon,
  SpellCheckIcon,
} from '../../ui/Icons.tsx'

const icons: Record<JobTypeId, (props: IconProps) => ReactNode> = {
  writing: PenIcon,
  editing: SpellCheckIcon,
  presentation: PresentationIcon,
  problems: SigmaIcon,
  quiz: ListChecksIcon,
  task: ShapesIcon,
}

/** The drawing of a job type. */
export function JobTypeIcon({ jobType, ...props }: IconProps & { jobType: JobTypeId }) {
  const Icon = icons[jobType]
  return <Icon {...props} />
}
