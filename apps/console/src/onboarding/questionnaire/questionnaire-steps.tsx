import { useSession } from '@packhouse/console-kit/session/session.ts';
import { desiredFeatures, onboardingRoles, purposes } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { CheckField, TextField } from '@packhouse/ui/core.ts';
import { Choice } from '../choice.tsx';
import { t } from '../onboarding-words.ts';
import type { Answers, Problems, QuestionnaireStep } from './progress.ts';

interface StepProps {
  answers: Answers;
  problems: Problems;
  onChange: (change: Partial<Answers>) => void;
}

/** Shows what one step asks. */
export function StepFields({ step, ...rest }: StepProps & { step: QuestionnaireStep }) {
  if (step === 'init') return <Init />;
  if (step === 'purpose') return <Purpose {...rest} />;
  if (step === 'details') return <Details {...rest} />;
  return <Features {...rest} />;
}

function Init() {
  const { name } = useSession();
  return (
    <>
      <h3>{t('hello', { name })}</h3>
      <p>{t('initText')}</p>
      <p className="ph-muted">{t('initPrivacy')}</p>
    </>
  );
}

const purposeWords = { Commercial: 'commercial', Personal: 'personal' } as const;

function Purpose({ answers, problems, onChange }: StepProps) {
  return (
    <Choice
      legend={t('purposeQuestion')}
      name="purpose"
      options={purposes}
      value={answers.purpose}
      problem={problems.purpose}
      onChange={(purpose) => onChange({ purpose })}
    >
      {(purpose) => (
        <>
          <b>{t(purposeWords[purpose])}</b>
          <span className="ph-muted">{t(`${purposeWords[purpose]}Help`)}</span>
        </>
      )}
    </Choice>
  );
}

const roleWords = {
  'DevOps Engineer': 'devOps',
  'Software Developer': 'developer',
  'DevSecOps Engineer': 'devSecOps',
  Other: 'other',
} as const;

function Details({ answers, problems, onChange }: StepProps) {
  const { administrator } = useSession();
  return (
    <>
      <Choice
        legend={t('roleQuestion')}
        name="role"
        options={onboardingRoles}
        value={answers.role}
        problem={problems.role}
        onChange={(role) => onChange({ role })}
      >
        {(role) => <span>{t(roleWords[role])}</span>}
      </Choice>
      {answers.role === 'Other' && (
        <TextField label={t('otherRole')} value={answers.otherRole} problem={problems.otherRole} onChange={(otherRole) => onChange({ otherRole })} />
      )}
      {answers.purpose === 'Commercial' ? (
        <TextField
          label={t('companyName')}
          value={answers.companyName}
          problem={problems.companyName}
          onChange={(companyName) => onChange({ companyName })}
          autoComplete="organization"
        />
      ) : (
        <TextField label={t('ossProjectName')} hint={t('ossHint')} value={answers.ossProjectName} onChange={(ossProjectName) => onChange({ ossProjectName })} />
      )}
      {administrator && (
        <fieldset className="onboarding-choice">
          <legend>{t('firstProject')}</legend>
          <CheckField label={t('makeProject')} checked={answers.makeProject} onChange={(makeProject) => onChange({ makeProject })} />
          {answers.makeProject && (
            <div className="onboarding-pair">
              <TextField label={t('projectName')} value={answers.name} problem={problems.name} onChange={(name) => onChange({ name })} />
              <TextField label={t('projectKey')} value={answers.key} problem={problems.key} onChange={(key) => onChange({ key })} mono />
            </div>
          )}
        </fieldset>
      )}
    </>
  );
}

const featureWords = {
  'Binary management': 'featureBinaries',
  'Team Administration': 'featureTeams',
  'Single Sign On': 'featureSso',
  'Vulnerabilities Scanning': 'featureScanning',
  'License Compliance Checks': 'featureLicences',
  'CI/CD': 'featureCi',
  'Container Registry': 'featureContainers',
  'Software Bill Of Materials (SBOM)': 'featureSbom',
} as const;

function Features({ answers, problems, onChange }: StepProps) {
  const { desiredFeature } = answers;
  return (
    <fieldset className="onboarding-choice">
      <legend>{t('featureQuestion')}</legend>
      <div className="onboarding-checks">
        {desiredFeatures.map((feature) => (
          <CheckField
            key={feature}
            label={t(featureWords[feature])}
            checked={desiredFeature.includes(feature)}
            onChange={(on) => onChange({ desiredFeature: on ? [...desiredFeature, feature] : desiredFeature.filter((one) => one !== feature) })}
          />
        ))}
      </div>
      {problems.desiredFeature && (
        <p role="alert" className="ph-field-problem">
          {problems.desiredFeature}
        </p>
      )}
    </fieldset>
  );
}
