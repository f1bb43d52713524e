/** Third entry of the kit: forms, with the controls that are worth a library. */
export { Checkbox, Col, Form, Input, Radio, Row, Select, Switch } from 'antd';
export { KitProvider } from '../page/kit-provider.tsx';
export { CheckboxGroup } from './checkbox-group.tsx';
export type { FieldAria } from './field-aria.ts';
export { FormGroup } from './form-group.tsx';
export { FormDrawer, FormPage } from './form-page.tsx';
export type { FormQuestion } from './form-question.tsx';
export { checked, rulesFor, sameAs } from './form-rules.ts';
export { LockedFields } from './locked-fields.tsx';
export { NumberInput } from './number-input.tsx';
