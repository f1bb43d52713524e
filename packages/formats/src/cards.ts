/** Every format, one line each, under its id. Adding a format is its folder and a line here. */

export { card as alpine } from './alpine/alpine-card.ts';
export { card as cargo } from './cargo/cargo-card.ts';
export { card as composer } from './composer/composer-card.ts';
export { card as conan } from './conan/conan-card.ts';
export { card as conda } from './conda/conda-card.ts';
export { card as cran } from './cran/cran-card.ts';
export { card as debian } from './debian/debian-card.ts';
export { card as docker } from './docker/docker-card.ts';
export { card as gems } from './gems/gems-card.ts';
export { card as generic } from './generic/generic-card.ts';
export { card as go } from './go/go-card.ts';
export { card as gradle } from './gradle/gradle-card.ts';
export { card as helm } from './helm/helm-card.ts';
export { card as huggingfaceml } from './huggingfaceml/huggingfaceml-card.ts';
export { card as maven } from './maven/maven-card.ts';
export { card as npm } from './npm/npm-card.ts';
export { card as nuget } from './nuget/nuget-card.ts';
export { card as pypi } from './pypi/pypi-card.ts';
export { card as rpm } from './rpm/rpm-card.ts';
export { card as swift } from './swift/swift-card.ts';
export { card as terraform } from './terraform/terraform-card.ts';
export { card as vagrant } from './vagrant/vagrant-card.ts';
